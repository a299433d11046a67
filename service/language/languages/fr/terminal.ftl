### What `ttr chat` says itself

chat-welcome = { $board } avec { $players }. Partie { $game }.
chat-help = Écrivez « { $first } : pioche 2 », ou choisissez qui parle avec « /as { $last } », puis « pioche 2 ».
chat-help-more = « que puis-je faire ? » et « aide » en disent plus ; « quitter » pour partir.
chat-speaks = { $name } parle.
chat-unknown = Il n'y a pas { DE($name) } ici, seulement { $names }.
chat-only = [réservé à { $name }] { $line }
chat-picture = image : { $link }
chat-refused = Le service refuse : { $why }
chat-status = -- { $waiting } { $players }
terminal-refused = le service à { $url } a refusé : { $why }
terminal-no_service = aucun service ne répond à { $url } ({ $why }). Démarrez-en un avec `ttr up`, ou nommez-en un autre avec --url.
end-rematch = Une revanche ? « oui » ouvre une autre table, « { $quit } » pour partir.
end-asks = Une revanche ? (oui/non){ " " }
end-bye = Merci d'avoir joué.
end-invite = Pour { $name } : ttr join { $url } { $invite }
chat-bye = Au revoir. La partie { $game } reste telle qu'elle est, auprès du service à { $url } ; « ttr chat --back » y revient.
join-name = Votre nom à la table :{ " " }
join-bye = Au revoir. Vous gardez votre place : « ttr join » revient à la partie { $game } sur { $url }.
