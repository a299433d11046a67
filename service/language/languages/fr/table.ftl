### The table and the moves

## boards

board-players = { $low } à { $high } joueurs, { counted-trains } chacun ; affiché pour { $shown } joueurs.
board-provenance-exact = Exact
board-provenance-own = Plateau maison
board-provenance-reconstruction = Reconstitution
board-options = Options (* par défaut)
board-rules = Règles utilisées
board-cities = Villes et zones
board-routes = Routes
board-tickets = Destinations

## the game around the turns

welcome = { $board } : vous jouez contre { $rivals }. Tapez « aide » quand vous voulez.
you = Vous
list = { $most } et { $last }
seat = Place { $number }
bye = Au revoir. La partie est conservée : « ttr play » la reprend, de même que « ttr play --game { $game } ».
bye-for-good = Au revoir. Vous avez quitté la partie.
quit-asks = Quitter la table ? La partie est conservée pour plus tard. (oui/non){ " " }
taken-back = Votre dernière action est annulée.
record-kept = L'enregistrement de la partie se trouve dans { $file } ; « ttr verify » le contrôle, et ceci le montre : { $command }
turn = À vous de jouer
last_turn = Votre dernier tour
since = Entre-temps :
phase-drawing_second = Votre deuxième carte
phase-choosing_decks = De quels paquets viennent vos premières destinations ?
phase-choosing_tickets = Choisissez vos premières destinations
phase-keeping_tickets = Quelles destinations gardez-vous ?
prompt = { "> " }
named = { $name } : { $value }
between = { "\u00A0; " }

## the table

market = Cartes visibles
deck = pioche : { $deck }, défausse : { $discard }
empty_market = aucune carte visible
hand = Votre main
held-none = aucune de celles-là
empty_hand = aucune carte
tickets = Vos destinations
no_tickets = aucune pour l'instant
feature-apart = { "" }
word-long = { $count ->
        [one] longue
       *[other] longues
    }
word-medium = { $count ->
        [one] moyenne
       *[other] moyennes
    }
word-short = { $count ->
        [one] courte
       *[other] courtes
    }
ticket_decks = Cartes Destination restantes : { $decks }
column-name = NOM
column-title = TITRE
column-players = JOUEURS
column-provenance = PROVENANCE
column-player = JOUEUR
column-points = POINTS
column-trains = WAGONS
column-cards = CARTES
column-tickets = DESTINATIONS
done = réussie
open = à relier
lost = échouée
points = +{ $points }
free = libre
closed = fermée

## moves

hint-title = Mon conseil ; un numéro le joue :
hint-ahead = { $move } ({ $chance } % de chances de gagner, { counted-points } devant le meilleur rival)
hint-behind = { $move } ({ $chance } % de chances de gagner, { counted-points } derrière le meilleur rival)
moves = Vous pouvez :
group-draw_card = Piocher une carte en aveugle
group-take_card = Prendre une carte visible
group-claim_route = Prendre possession d'une route
group-draw_tickets = Prendre des cartes Destination
group-keep_tickets = Garder des destinations
group-pass = Passer
keep-how = Gardez-en { $count }, par exemple « garde 1 et 2 ».
keep-exactly = exactement { $low }
keep-range = de { $low } à { $high }
ways = { $count ->
        [one] { $count } façon de payer
       *[other] { $count } façons de payer
    }
not_fitting = Je ne comprends pas « { $text } » comme un coup. « Que puis-je faire ? » montre ce qui est possible.
tickets_dealt = Le plateau fixe combien de destinations viennent de chaque paquet : un tirage apporte { $drawn }. Dites « { $say } ».
not_legal = « { $text } » n'est pas possible pour le moment. « Que puis-je faire ? » montre ce qui l'est.
card-locomotive = { $count ->
        [one] locomotive
       *[other] locomotives
    }
card-colour = { CARTE($label, $count) }
