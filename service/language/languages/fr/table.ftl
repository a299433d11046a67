### The table and the moves

## boards

board-players = { $low } à { $high } joueurs, { $trains } wagons chacun ; affiché pour { $shown } joueurs.
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
bye = Au revoir. La partie s'arrête ici.
turn = À vous de jouer
last_turn = Votre dernier tour
since = Entre-temps :
phase-drawing_second = Votre deuxième carte
phase-choosing_decks = De quels paquets viennent vos premières destinations ?
phase-choosing_tickets = Choisissez vos premières destinations
phase-keeping_tickets = Quelles destinations gardez-vous ?
prompt = { "> " }
named = { $name } : { $value }

## the table

market = Marché
deck = pioche { $deck }, défausse { $discard }
empty_market = aucune carte visible
hand = Votre main
empty_hand = aucune carte
tickets = Vos destinations
no_tickets = aucune pour l'instant
ticket_decks = Destinations restantes : { $decks }
column-player = JOUEUR
column-points = POINTS
column-trains = WAGONS
column-cards = CARTES
column-tickets = DESTINATIONS
done = reliée
open = à relier
lost = hors d'atteinte
points = +{ $points }
free = libre
closed = fermée

## moves

moves = Vous pouvez :
group-draw_card = Piocher une carte
group-take_card = Prendre une carte visible
group-claim_route = Prendre possession d'une route
group-draw_tickets = Piocher des destinations
group-keep_tickets = Garder des destinations
group-pass = Passer
keep-how = Gardez-en { $count } : « garder 1 3 » garde la première et la troisième, « garder tout » toutes.
keep-exactly = exactement { $low }
keep-range = { $low } à { $high }
more = ... et { $count } autres : nommez les villes, ou tapez « coups » pour tout voir.
ways = { $count } façons de payer
which = Lequel ?
not_understood = Je ne comprends pas « { $text } ». Tapez un numéro de la liste, ou « aide ».
not_legal = « { $text } » n'est pas possible maintenant. Tapez « coups » pour voir ce qui l'est.
no_such_number = Il n'y a pas de numéro { $number } dans la liste.
keep-wrong = Gardez-en { $count }.
help =
    Choisissez un coup par son numéro, ou en mots ; le début d'un mot suffit :
      piocher                      une carte de la pioche
      prendre rouge                une carte visible
      route montreal new york      une route ; ajoutez une couleur pour dire comment vous payez
      destinations                 piocher des destinations
      garder 1 3                   parmi les destinations proposées
    Regardez la table :
      coups                        tout ce que vous pouvez faire
      main                         vos cartes et vos destinations
      plan, plan denver            les routes, toutes ou celles d'une ville
      score                        les joueurs
      quitter                      quitter la table
