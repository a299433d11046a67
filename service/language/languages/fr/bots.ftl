### Bots: what each level is called, and how it plays

bot-random = aléatoire
    .how = Joue n'importe quel coup permis sans réfléchir : pour une toute première partie.
bot-greedy = glouton
    .how = Relie ses destinations au plus court et prend les points qui se présentent : facile à battre quand on connaît le jeu.
bot-planner = planificateur
    .how = Prévoit tout son réseau d'après ses cartes et pèse le risque de chaque destination : de quoi tenir tête à la plupart des joueurs.
bot-search = stratège
    .how = Joue jusqu'au bout des centaines de parties possibles avant chaque coup : le plus fort ici.
bot-line = { $name } (Elo { $elo }) : { $how }
bot-marked = { $name } (robot { $level })

## what a bot says at the table if somebody asks it about its last move

bot-answer-claim = J'ai pris { $route } pour { counted-points } avant qu'on ne me devance ; il me reste { counted-trains }.
bot-answer-cards = Je fais des réserves : j'ai { counted-cards } en main. Vous verrez bien pour quoi faire.
bot-answer-tickets = Il me fallait un but : j'ai maintenant { counted-tickets }. Vous verrez à la fin où je vais.
bot-answer-other = { $move } Cela m'a semblé le mieux.
bot-answer-nothing = Je n'ai pas encore joué.

## what decided a game that is over

verdict-ahead = { $who } avait les meilleures chances du premier tour au dernier.
verdict-turned = Jusqu'au tour { $turn }, tout était possible ; ensuite, { $who } a pris le large pour de bon.
verdict-late = Tout est resté ouvert jusqu'à la fin : au dernier tour { DE($who) }, ses chances de gagner étaient de { $chance } %.
verdict-shared = Personne ne s'est détaché : { $who } se partagent la victoire.
verdict-mistake = Le coup le plus coûteux est celui { DE($who) } au tour { $turn } : « { $played } » au lieu de « { $best } », environ { counted-points }.
verdict-mistake-start = Le choix le plus coûteux est celui { DE($who) } avant le premier tour : « { $played } » au lieu de « { $best } », environ { counted-points }.
verdict-no_mistake = Personne n'a joué de coup qui coûte plus de quelques points.
verdict-sheet = Sur la feuille de score, « { $reason } » a fait la différence : { $own } points pour { $who }, { $theirs } pour { $rival }.
verdict-sheet-level = Aucune ligne de la feuille de score ne départage { $who } et { $rival }.
