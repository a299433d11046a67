"""What is said in answer to a message, and the words in which moves are said, in English and French."""

from collections.abc import Mapping

ANSWERS: Mapping[str, tuple[str, str]] = {
    # a move in the words of the grammar
    "say.draw_card": ("draw a card", "piocher une carte"),
    "say.take_card": ("take", "prendre"),
    "say.claim_route": ("claim", "prendre la route"),
    "say.draw_tickets": ("draw tickets", "piocher destinations"),
    "say.keep_tickets": ("keep", "garder"),
    "say.pick_ticket": ("pick", "choisir"),
    "say.pay_tunnel": ("pay", "payer"),
    "say.pay_rest": ("pay", "payer"),
    "say.withdraw_tunnel": ("withdraw", "renoncer"),
    "say.take_ferry_card": ("take a ferry card", "prendre une carte ferry"),
    "say.take_festival": ("take festival", "prendre festival"),
    "say.decline_festival": ("decline", "laisser"),
    "say.build_station": ("build a station in", "construire une gare à"),
    "say.choose_borrowed_routes": ("borrow", "emprunter"),
    "say.lay_substitute": ("lay", "poser"),
    "say.lay_coloured_locomotive": ("lay", "poser"),
    "say.pass": ("pass", "passer"),
    "say.with": ("{about} with {cards}", "{about} avec {cards}"),
    "say.draw": ("draw", "piocher"),
    "say.none": ("nothing", "rien"),
    "say.number": ("number {number}", "numéro {number}"),
    "say.track": ("{route} track {number}", "{route} voie {number}"),
    # questions
    "which_one": ("Which one do you mean?", "Laquelle voulez-vous dire ?"),
    "is_it": ("Do you mean this? Answer yes or no.", "Est-ce bien cela ? Répondez par oui ou non."),
    "unknown_words": ("I do not know {words}.", "Je ne connais pas {words}."),
    "more_choices": (
        "... and {count} more: say more, for example the cities or the colours.",
        "... et {count} de plus : précisez, par exemple les villes ou les couleurs.",
    ),
    "how_many": ("{count} possibilities", "{count} possibilités"),
    "preview": ("This would happen: {what}.", "Voici ce qui se passerait : {what}."),
    "preview.route": (
        "It brings {points} points and leaves you {trains} trains.",
        "Cela rapporte {points} points et vous laisse {trains} wagons.",
    ),
    "preview.hidden": (
        "What comes from the deck nobody knows before.",
        "Ce qui vient de la pioche, personne ne le sait d'avance.",
    ),
    "preview.ask": ("Shall I do it? Answer yes or no.", "Le faire ? Répondez par oui ou non."),
    "yes": ("Yes: {what}", "Oui : {what}"),
    "no": ("No", "Non"),
    "no.say": ("never mind", "laisse tomber"),
    "left": ("All right, nothing was done.", "Très bien, rien n'a été fait."),
    "nothing_asked": ("Nothing was asked.", "Rien n'a été demandé."),
    # why not
    "not_heard": ("I do not understand '{text}'. {hint}", "Je ne comprends pas « {text} ». {hint}"),
    "not_heard.hint": ("Ask 'what can I do?' or 'help'.", "Demandez « que puis-je faire ? » ou « aide »."),
    "no_seat": ("You have no seat in this game.", "Vous n'avez pas de place dans cette partie."),
    "over": ("The game is over.", "La partie est terminée."),
    "not_you": ("It is not your turn. {waiting}", "Ce n'est pas à vous de jouer. {waiting}"),
    "no_route": ("There is no route {route}.", "Il n'y a pas de route {route}."),
    "route_taken": ("{route} belongs to {who}.", "{route} appartient à {who}."),
    "route_not_now": (
        "You cannot claim {route} like this now: look at your cards, your trains and the map.",
        "Vous ne pouvez pas prendre {route} ainsi maintenant : voyez vos cartes, vos wagons et le plan.",
    ),
    "partly": (
        "Only the first part could be done; the rest is not possible any more.",
        "Seule la première partie a pu être faite ; le reste n'est plus possible.",
    ),
    "nothing_told": ("Done.", "C'est fait."),
    "refused": (
        "The rules do not allow this now ({code}).",
        "Les règles ne le permettent pas maintenant ({code}).",
    ),
    "refused.undo_past_a_card": (
        "That cannot be taken back: a card has been drawn since.",
        "Impossible de revenir en arrière : une carte a été piochée depuis.",
    ),
    "refused.not_your_turn": ("It is not your turn.", "Ce n'est pas à vous de jouer."),
    "refused.game_over": ("The game is over.", "La partie est terminée."),
    "no_such_matter": (
        "That cannot be done like this: say what it is about, for example 'vacation 5 days'.",
        "Cela ne se fait pas ainsi : précisez, par exemple « vacances 5 jours ».",
    ),
    "no_motion": ("Nothing is being voted on.", "Aucun vote n'est en cours."),
    # looks
    "waiting.you": ("It is up to you: {phase}.", "C'est à vous : {phase}."),
    "waiting.yourself": ("you", "vous"),
    "waiting.others": ("We are waiting for {who}: {phase}.", "On attend {who} : {phase}."),
    "waiting.nobody": ("Nobody is to act right now.", "Personne ne doit jouer pour l'instant."),
    "doing.lobby": ("seats are being taken", "on prend place"),
    "doing.playing_turn": ("a turn", "un tour"),
    "doing.drawing_second": ("the second card", "la deuxième carte"),
    "doing.choosing_tickets": ("the first tickets", "les premières destinations"),
    "doing.keeping_tickets": ("which tickets to keep", "les destinations à garder"),
    "doing.picking_ticket": ("picking a ticket", "le choix d'une destination"),
    "doing.paying_tunnel": ("paying for a tunnel", "le paiement d'un tunnel"),
    "doing.choosing_festival": ("a festival", "un festival"),
    "doing.choosing_borrowed_routes": ("the routes for the stations", "les routes des gares"),
    "doing.laying_substitutes": ("cards for the open places", "les cartes des places libres"),
    "doing.laying_coloured_locomotives": ("cards for locomotives", "les cartes des locomotives"),
    "waiting.paused": ("The game is paused.", "La partie est en pause."),
    "standing": (
        "{who}: {points} points, {trains} trains, {cards} cards, {tickets} tickets",
        "{who} : {points} points, {trains} wagons, {cards} cartes, {tickets} destinations",
    ),
    "map.empty": ("No route has been claimed yet.", "Aucune route n'est encore prise."),
    "map.unknown": ("I do not know a city '{text}' here.", "Je ne connais pas ici de ville « {text} »."),
    "history.empty": ("Nothing has happened since.", "Il ne s'est rien passé depuis."),
    "pick.how": ("'pick number 1' picks the first.", "« choisir numéro 1 » choisit la première."),
    "help.playing_turn": (
        "Now: 'draw 2', 'take red', 'claim montreal new york blue', 'draw tickets'.",
        "Maintenant : « prends 2 au hasard », « prends rouge », « route montreal toronto », « destinations ».",
    ),
    "help.drawing_second": ("Now: 'draw' or 'take red'.", "Maintenant : « piocher » ou « prends rouge »."),
    "help.choosing_tickets": (
        "Now: 'keep 1 and 3' or 'keep all'.",
        "Maintenant : « garde 1 et 3 » ou « garde tout ».",
    ),
    "help.keeping_tickets": (
        "Now: 'keep 1 and 3' or 'keep all'.",
        "Maintenant : « garde 1 et 3 » ou « garde tout ».",
    ),
    "help.picking_ticket": ("Now: 'pick number 2'.", "Maintenant : « choisir numéro 2 »."),
    "help.paying_tunnel": ("Now: 'pay' or 'withdraw'.", "Maintenant : « payer » ou « renoncer »."),
    "help.choosing_festival": (
        "Now: 'take festival' or 'decline'.",
        "Maintenant : « prendre festival » ou « laisser ».",
    ),
    "help.talk": (
        """\
Always: what can I do?, who are we waiting for?, my hand, my tickets, map, map denver, market, score, history,
preview claim ..., undo, order: ..., my orders. Names may be cut short or mistyped; where two things fit, I ask.""",
        """\
Toujours : que puis-je faire ?, qui attend-on ?, ma main, mes destinations, plan, plan denver, marché, score,
historique, aperçu ..., annuler, ordre : ..., mes ordres. Les noms peuvent être abrégés ou mal tapés ; si deux
choses conviennent, je demande.""",
    ),
}
