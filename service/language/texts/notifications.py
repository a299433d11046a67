"""What is said to those who are told of a game from afar, in English and French."""

from collections.abc import Mapping

PINGS: Mapping[str, tuple[str, str]] = {
    "ping.your_turn.me": ("It is your turn on {board}.", "C'est à vous de jouer sur {board}."),
    "ping.your_turn": ("It is {who}'s turn on {board}.", "C'est à {who} de jouer sur {board}."),
    "ping.on_deck.me": ("Your turn on {board} comes next.", "Votre tour sur {board} vient ensuite."),
    "ping.on_deck": ("{who} is next on {board}.", "{who} joue ensuite sur {board}."),
    "ping.reminder.me": (
        "You are still waited for on {board}.",
        "On vous attend toujours sur {board}.",
    ),
    "ping.reminder": ("{who} is still waited for on {board}.", "On attend toujours {who} sur {board}."),
    "ping.game_over": ("The game on {board} is over.", "La partie sur {board} est terminée."),
    "ping.event": ("Something happened on {board}: {what}.", "Du nouveau sur {board} : {what}."),
    "ping.ping": ("This is a test of your webhook.", "Ceci est un essai de votre webhook."),
    "ping.deadline": ("Until {day} at {hour} ({zone}).", "Jusqu'au {day} à {hour} ({zone})."),
}
