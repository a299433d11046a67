"""The page's own modules: small, plain, without a board or a rule in them, and with words in every language."""

import gzip
import json
import re
from importlib.resources import files

import pytest

from service.api import CALLS
from service.http.request import IDEMPOTENCY_KEY
from service.language.languages import Lang, Messages
from service.page.assets import STYLE_PARTS, assets, modules
from tests.support.boards.every_board import player_numbers
from ttr_core import board_names, load_ruleset

OWN = {path: body.decode() for path, body in modules().items() if not path.startswith("vendor/")}
FOLDER = files("service.page").joinpath("assets")
SOURCES = {path: FOLDER.joinpath(path).read_text("utf-8") for path in OWN}
STYLE_SOURCES = {entry.name: entry.read_text("utf-8") for entry in FOLDER.joinpath("styles").iterdir()}
STYLES = {path: asset.body.decode() for path, asset in assets().items() if path.endswith(".css")}
LONGEST = 300  # lines
HEAVIEST = 60_000  # bytes of all our modules, compressed
LANGUAGES: tuple[Lang, ...] = ("en", "fr")
OF_THE_DOCUMENT = {"noscript", "title", "short-title"}
TYPED = {"order-begin"}  # goes to the service as if it had been typed
FORBIDDEN = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function")
KEY = re.compile(r"""\bt\(\s*"([\w.-]+)\"""")
POST_CALL = re.compile(r"""change\("POST", ["`](/v1[^"`]+)["`](.*)""")
FACT = r"\{\w+\}"
QUOTED = re.compile(r"""\"([\w.-]+)\"""")
FAMILY = re.compile(r"""\bt\(\s*`([\w.-]+)\$\{|\bnamed\(\"(\w+)\"""")


def test_a_key_goes_with_exactly_the_calls_that_take_one() -> None:
    """A call that takes none refuses it: so did the one that adds a channel, and nobody could switch notices on."""
    takes = {
        re.compile(re.sub(r"\{\w+\}", r"[^/]+", call.path)): IDEMPOTENCY_KEY in call.parameters
        for call in CALLS
        if call.method == "POST"
    }
    sent = {
        re.sub(r"\$\{[^}]+\}", "x", path): "key: null" not in options
        for text in SOURCES.values()
        for path, options in POST_CALL.findall(text)
    }
    assert len(sent) > 10
    for path, with_key in sent.items():
        (expected,) = {taking for pattern, taking in takes.items() if pattern.fullmatch(path)}
        assert with_key == expected, path


@pytest.mark.parametrize("path", OWN)
def test_a_module_is_short_and_does_nothing_unsafe(path: str) -> None:
    text = OWN[path]
    assert len(SOURCES[path].splitlines()) <= LONGEST
    assert [word for word in FORBIDDEN if word in text] == []
    assert re.findall(r"""from "(?!\.)""", text) == [], "an import that is not relative"
    assert re.findall(r"https?://", text) == [], "an address of somebody else"


@pytest.mark.parametrize("path", OWN)
def test_a_module_is_sent_without_what_only_readers_need(path: str) -> None:
    """Every line of code is as in the source; comments and margins are gone, and line ends where they mean nothing."""
    code = [re.sub(r"(?<=[;{,]) // .*", "", line.strip()) for line in SOURCES[path].splitlines()]
    kept = [line for line in code if line and not line.startswith(("//", "/**", "*"))]
    ended = [line if line.endswith((";", "{", ",", "(")) else f"{line}\n" for line in kept]
    assert OWN[path] == "".join(ended)
    assert re.findall(r"^//|\s//\s.*[;{,(]", OWN[path], re.MULTILINE) == [], (
        "a remark that hides the code behind it"
    )


def test_the_proof_needs_no_secure_origin() -> None:
    """Over plain http, as in a home network, browsers have no cryptography of their own."""
    proof = [text for path, text in OWN.items() if path.startswith("proof/")]
    assert (len(proof) > 3, [text for text in proof if "crypto" in text]) == (True, [])


def test_all_modules_are_light() -> None:
    assert sum(len(gzip.compress(text.encode(), 9)) for text in OWN.values()) <= HEAVIEST


def test_every_part_of_the_style_is_short_and_sent() -> None:
    (sent,) = STYLES.values()
    for name, text in STYLE_SOURCES.items():
        assert len(text.splitlines()) <= LONGEST, name
        assert text.rstrip().splitlines()[-2].strip() in sent, name
    assert set(STYLE_SOURCES) == {f"{part}.css" for part in STYLE_PARTS}


@pytest.mark.parametrize("path", STYLES)
def test_styles_load_nothing_from_elsewhere(path: str) -> None:
    assert re.findall(r"url\(\"(?!\.\./icons/)|@import", STYLES[path]) == []


def words(lang: str) -> dict[str, str]:
    catalogue: dict[str, str] = json.loads(assets()[f"words/{lang}.json"].body)
    return catalogue


def test_every_language_has_every_label() -> None:
    english, french = map(words, LANGUAGES)
    assert english.keys() == french.keys()
    for key, text in english.items():
        assert sorted(re.findall(FACT, text)) == sorted(re.findall(FACT, french[key])), key


def test_french_labels_have_french_spaces_and_one_kind_of_apostrophe() -> None:
    """A line never breaks before a sign; the apostrophe is that of the sentences that the server says."""
    said = {key: text for key, text in words("fr").items() if key not in TYPED}
    assert [key for key, text in said.items() if re.search(r" [:;?!»%]|\w[;?!»]|« |’", text)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_ticket_has_one_word_for_its_state(lang: Lang) -> None:
    """On the page, in pictures and in the terminal."""
    say = Messages(lang)
    for state, in_words in (("done", "done"), ("open", "open"), ("failed", "lost")):
        assert words(lang)[f"ticket-{state}"] == say(in_words)
        assert say(f"picture-ticket_{state}", ticket="A") == f"A, {say(in_words)}"


def test_every_label_is_used_and_every_use_has_one() -> None:
    labels = words("en").keys()
    assert {key for text in OWN.values() for key in KEY.findall(text)} - labels == set()
    quoted = {key for text in OWN.values() for key in QUOTED.findall(text)}
    families = tuple("".join(prefix) for text in OWN.values() for prefix in FAMILY.findall(text))
    spoken = {key for key in labels if key.removesuffix(".one") in quoted or key.startswith(families)}
    assert labels - spoken - OF_THE_DOCUMENT == set()


def test_no_rule_and_no_board_is_known_by_name() -> None:
    """What a rule adds reaches the page as words and ids of the menu: a new one needs no JavaScript."""
    rules = {
        module.name
        for board in board_names()
        for module in load_ruleset(board, player_numbers(board)[0]).modules
    }
    base = {"lobby", "turns", "routes", "tickets", "undo", "people", "clock", "orders", "motions"}
    for path, text in OWN.items():
        if path.startswith("proof/"):  # an auditor follows the decks, and so knows what fills them
            continue
        names = set(re.findall(r"\"([a-z_]+)\"", text))
        assert names & (rules - base) == set(), path
