"""What `ttr chat` says itself, in English and French; everything else comes from the service."""

from collections.abc import Mapping

MESSAGES: Mapping[str, tuple[str, str]] = {
    "welcome": (
        "{board} with {players}. Game {game}.",
        "{board} avec {players}. Partie {game}.",
    ),
    "help": (
        "Speak as '{first}: draw 2', or choose who speaks with '/as {last}' and write 'draw 2'.",
        "Parlez ainsi : « {first}: piocher 2 », ou choisissez qui parle par « /as {last} », puis « piocher 2 ».",
    ),
    "help.more": (
        "'what can I do?' and 'help' tell more; '/quit' leaves.",
        "« que puis-je faire ? » et « aide » en disent plus ; « /quit » pour partir.",
    ),
    "speaks": ("{name} speaks.", "{name} parle."),
    "unknown": ("There is no {name} here, only {names}.", "Il n'y a pas de {name} ici, seulement {names}."),
    "only": ("[{name} only] {line}", "[pour {name} seul] {line}"),
    "picture": ("picture: {link}", "image : {link}"),
    "refused": ("The service refuses: {why}", "Le service refuse : {why}"),
    "status": ("-- {waiting} {players}", "-- {waiting} {players}"),
    "bye": (
        "Goodbye. The game {game} stays where it is, with the service at {url}.",
        "Au revoir. La partie {game} reste telle qu'elle est, auprès du service à {url}.",
    ),
}


def say(lang: str, key: str, **facts: object) -> str:
    return MESSAGES[key][lang == "fr"].format(**facts)
