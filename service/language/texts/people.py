"""What is said about people who come and go and about what they agree on, in English and French."""

from collections.abc import Mapping

PEOPLE: Mapping[str, tuple[str, str]] = {
    # people
    "event.seat_handed_over": ("Somebody else plays for {who} now.", "Quelqu'un d'autre joue pour {who}."),
    "event.seat_handed_over.resigned": ("{who} has resigned.", "{who} a abandonné."),
    "event.seat_handed_over.handed_over": (
        "{who} has taken the seat over from the person who had it.",
        "{who} a repris la place de la personne qui l'occupait.",
    ),
    "event.seat_handed_over.handed_over.me": (
        "You have taken the seat over from the person who had it.",
        "Vous avez repris la place de la personne qui l'occupait.",
    ),
    "event.seat_handed_over.replaced": (
        "{who} has taken a seat over that no person had.",
        "{who} a repris une place que personne n'occupait.",
    ),
    "event.seat_handed_over.replaced.me": (
        "You have taken a seat over that no person had.",
        "Vous avez repris une place que personne n'occupait.",
    ),
    "event.seat_handed_over.timeout": (
        "{who} ran out of time: a bot plays on.",
        "{who} a dépassé son temps : un robot continue.",
    ),
    "event.seat_handed_over.timeout.me": (
        "You ran out of time: a bot plays on for you until you come back.",
        "Vous avez dépassé votre temps : un robot joue pour vous jusqu'à votre retour.",
    ),
    "event.seat_handed_over.returned": ("{who} is back.", "{who} est de retour."),
    "event.seat_handed_over.returned.me": ("You are back.", "Vous êtes de retour."),
    "event.turn_skipped": ("The turn of {who} is skipped.", "Le tour de {who} est sauté."),
    "event.turn_skipped.me": ("Your turn is skipped.", "Votre tour est sauté."),
    "event.turn_skipped.nobody": (
        "Nobody plays the seat of {who}: the turn is skipped.",
        "Personne ne joue la place de {who} : le tour est sauté.",
    ),
    "event.turn_skipped.timeout": (
        "{who} ran out of time: the turn is skipped.",
        "{who} a dépassé son temps : le tour est sauté.",
    ),
    "event.turn_skipped.timeout.me": (
        "You ran out of time: your turn is skipped.",
        "Vous avez dépassé votre temps : votre tour est sauté.",
    ),
    "event.seat_opened": (
        "Whoever is invited may take over the seat of {who}.",
        "La personne invitée peut reprendre la place de {who}.",
    ),
    "event.seat_opened.me": (
        "Whoever you invite may take over your seat.",
        "La personne que vous invitez peut reprendre votre place.",
    ),
    "event.seat_closed": ("{who} stays.", "{who} reste."),
    "event.seat_closed.me": ("You stay; your invite is void.", "Vous restez ; votre invitation est nulle."),
    "event.replacement_sought": (
        "Somebody is invited to the seat of {vacant}.",
        "Quelqu'un est invité à la place de {vacant}.",
    ),
    # motions
    "event.motion_proposed": (
        "{who} makes a proposal to everybody: {motion}.",
        "{who} propose à tous : {motion}.",
    ),
    "event.motion_proposed.pause": ("{who} proposes a pause.", "{who} propose une pause."),
    "event.motion_proposed.pause.me": ("You propose a pause.", "Vous proposez une pause."),
    "event.motion_proposed.end": (
        "{who} proposes to end the game.",
        "{who} propose de terminer la partie.",
    ),
    "event.motion_proposed.end.me": (
        "You propose to end the game.",
        "Vous proposez de terminer la partie.",
    ),
    "event.motion_proposed.undo": (
        "All others who are present have to agree to that.",
        "Toutes les autres personnes présentes doivent être d'accord.",
    ),
    "event.motion_proposed.replace": (
        "All who are present have to agree to that.",
        "Toutes les personnes présentes doivent être d'accord.",
    ),
    "event.motion_agreed": ("{who} agrees.", "{who} est d'accord."),
    "event.motion_agreed.me": ("You agree.", "Vous êtes d'accord."),
    "event.motion_refused": ("{who} objects: it is dropped.", "{who} s'oppose : c'est abandonné."),
    "event.motion_refused.me": ("You object: it is dropped.", "Vous vous opposez : c'est abandonné."),
    "event.motion_lapsed": ("What was proposed has lapsed.", "La proposition est caduque."),
    "event.motion_carried": ("All have agreed.", "Tout le monde est d'accord."),
    "event.game_paused": ("The game is paused.", "La partie est en pause."),
    "event.game_resumed": ("{who} goes on with the game.", "{who} reprend la partie."),
    "event.game_resumed.me": ("You go on with the game.", "Vous reprenez la partie."),
    "group.resume_game": ("Go on with the game", "Reprendre la partie"),
    # why a game is over
    "event.game_ended.agreed": (
        "The game is over: all have agreed to end it.",
        "La partie est terminée : tout le monde l'a voulu.",
    ),
    "event.game_ended.abandoned": (
        "The host has given the game up before it began.",
        "L'hôte a abandonné la partie avant son début.",
    ),
    "event.game_ended.nobody_plays": (
        "The game is over: nobody has played for a whole round.",
        "La partie est terminée : personne n'a joué pendant un tour entier.",
    ),
    # commands
    "group.propose": ("Propose something to everybody", "Proposer quelque chose à tous"),
    "group.agree": ("Agree", "Être d'accord"),
    "group.object": ("Object", "S'opposer"),
    "group.resign": ("Resign", "Abandonner"),
    "group.return_to_seat": ("Come back", "Revenir"),
    "group.offer_seat": ("Offer your seat", "Céder sa place"),
    "group.close_seat": ("Keep your seat after all", "Garder finalement sa place"),
    "group.invite_replacement": ("Invite a replacement", "Inviter un remplaçant"),
    "group.take_over": ("Take a seat over", "Reprendre une place"),
    "group.skip_turn": ("Skip the turn", "Sauter le tour"),
    "group.abandon_game": ("Give the game up", "Abandonner la partie"),
}
