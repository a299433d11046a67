### Le jeu de base, pour qui demande comment on y joue

basics-turn = À votre tour, vous faites une seule chose : piocher des cartes, prendre une route ou prendre des destinations. « que puis-je faire ? » montre ce qui est possible.
basics-draw = À votre tour, vous pouvez prendre deux cartes, chacune de la pioche ou parmi les cartes visibles.
basics-draw_whole = Une locomotive visible compte pour deux : elle prend tout le tour, et elle ne peut pas être la deuxième carte.
basics-draw_single = Une locomotive visible compte ici pour une seule carte, comme les autres.
basics-ties = À égalité de points, on départage par, dans cet ordre : { $measures }.
basics-ties_shared = À égalité de points, la victoire est partagée.
basics-flush = Si { $count } des cartes visibles sont des locomotives, elles sont toutes remplacées.
basics-deck_out = Quand la pioche est vide, la défausse est mélangée et devient la nouvelle pioche. S'il n'y a rien à mélanger non plus, on ne peut prendre que des cartes visibles, tant qu'il y en a ; on peut toujours prendre des routes. La partie ne s'arrête pas pour autant.
basics-points = Une route rapporte selon sa longueur : { $table }.
basics-points_row = { $length ->
        [one] { $length } espace { $points ->
            [one] { $points } point
           *[other] { $points } points
        }
       *[other] { $length } espaces { $points ->
            [one] { $points } point
           *[other] { $points } points
        }
    }
basics-locomotives = Une locomotive remplace une carte de n'importe quelle couleur, sur toutes les routes.
basics-locomotives_some = Ici, une locomotive ne paie pas partout, seulement sur : { $features }.
basics-tickets = Une destination rapporte ses points à la fin si vos routes relient ses villes ; sinon, vous les perdez. Les autres ne voient vos destinations qu'à ce moment-là.
basics-tickets_draw = Prendre des destinations occupe tout le tour : vous en recevez { $count } et devez en garder au moins { $least }.
basics-tickets_mix = Vous choisissez combien viennent de quel paquet.
basics-tickets_goals = Une destination à plusieurs buts compte pour le meilleur que vous reliez ; si aucun n'est relié, le plus bas est perdu.
basics-deck_only = Les destinations valent de { $low } à { $high } points.
basics-deck = Le paquet « { $deck } » a des destinations qui valent de { $low } à { $high }.
basics-end = Quand il ne reste à quelqu'un que { $trains ->
        [one] { $trains } wagon
       *[other] { $trains } wagons
    } ou moins à la fin de son tour, chacun joue encore une fois. On compte alors les destinations et les bonus, et le plus de points l'emporte.
basics-longest = Le chemin continu le plus long rapporte { counted-points } à la fin ; en cas d'égalité, chacun les reçoit.
basics-longest_tie = Sur ce plateau, le chemin le plus long ne rapporte pas de points à lui seul.
basics-globetrotter = Le plus grand nombre de destinations réussies rapporte { counted-points } de plus ; en cas d'égalité, chacun les reçoit.
basics-double = Quand deux voies relient les mêmes villes, un même joueur ne peut en prendre qu'une.
basics-double_one = À si peu de joueurs, dès qu'une voie entre deux villes est prise, les autres sont fermées.
basics-double_few = À { counted-players } ou moins, dès qu'une voie entre deux villes est prise, les autres sont fermées.
basics-hand = Le nombre de cartes en main n'est pas limité.
basics-colour = Une route de couleur demande des cartes de sa couleur, une route grise des cartes d'une même couleur, au choix ; une carte par espace.
basics-trains = Chacun commence avec { counted-trains } ; une route en prend un par espace.
basics-passing = On ne peut passer que si rien d'autre n'est possible à son tour : aucune carte à piocher, aucune route à prendre, aucune destination à tirer.
basics-fairness = Personne ne peut arranger la pioche : la graine de tous les mélanges est scellée avant la donne, chaque joueur peut y ajouter, et on l'ouvre à la fin. Chacun peut alors vérifier chaque carte et chaque coup d'après l'enregistrement de la partie.
