### What `ttr chat` says itself

chat-welcome = { $board } avec { $players }. Partie { $game }.
chat-help = Écrivez « { $first } : pioche 2 », ou choisissez qui parle avec « /as { $last } », puis « pioche 2 ».
chat-help-more = « que puis-je faire ? » et « aide » en disent plus ; « /quit » pour partir.
chat-speaks = { $name } parle.
chat-unknown = Il n'y a pas { DE($name) } ici, seulement { $names }.
chat-only = [réservé à { $name }] { $line }
chat-picture = image : { $link }
chat-refused = Le service refuse : { $why }
chat-status = -- { $waiting } { $players }
chat-bye = Au revoir. La partie { $game } reste telle qu'elle est, auprès du service à { $url } ; « ttr chat --back » y revient.
join-name = Votre nom à la table :{ " " }
join-bye = Au revoir. Vous gardez votre place : « ttr join » revient à la partie { $game } sur { $url }.
