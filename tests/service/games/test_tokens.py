"""Tokens: their form, which scanners know, and the tokens of stored games that have an earlier one."""

import re
import string

import pytest

from service.games.facts import Facts
from service.games.tokens import (
    EXPRESSION,
    Grant,
    TokenRole,
    fingerprint,
    game_of,
    new_token,
    parse_grant,
    well_formed,
)
from tests.support.paths import ROOT

GAME = "00000000000000ff"
LETTERS = string.digits + string.ascii_letters
EARLIER = {  # made before tokens had words, from one secret
    "host": "ttr_ho_yMnKy8zNzs_Q0dLT1NXW19jZ2tvc3d7f4OHi4-Tl5uc_9cf208",
    "seat:1": "ttr_pl_yMnKy8zNzs_Q0dLT1NXW19jZ2tvc3d7f4OHi4-Tl5uc_27ae46",
    "spectator": "ttr_sp_yMnKy8zNzs_Q0dLT1NXW19jZ2tvc3d7f4OHi4-Tl5uc_5f3281",
    "auditor": "ttr_au_yMnKy8zNzs_Q0dLT1NXW19jZ2tvc3d7f4OHi4-Tl5uc_85daa4",
    "invite:1": "ttr_in_yMnKy8zNzs_Q0dLT1NXW19jZ2tvc3d7f4OHi4-Tl5uc_de59da",
}


@pytest.mark.parametrize("secret", [None, bytes(32), b"\xff" * 32, bytes(range(32))])
@pytest.mark.parametrize("role", TokenRole)
@pytest.mark.parametrize("game", [GAME, "0" * 16, "f" * 16, "85715e08c4303312"])
def test_tokens_have_the_published_form_and_lead_to_their_game(
    role: TokenRole, game: str, secret: bytes | None
) -> None:
    token = new_token(role, game, secret)
    assert re.fullmatch(EXPRESSION, token)
    assert token.split("_")[1] == role
    assert well_formed(token)
    assert game_of(token) == game


def test_the_expression_is_in_the_docs() -> None:
    assert EXPRESSION in (ROOT / "docs/tokens.md").read_text("utf-8")


def test_tokens_are_random_and_repeat_for_one_secret() -> None:
    assert len({new_token(TokenRole.SEAT, GAME) for _ in range(100)}) == 100
    assert new_token(TokenRole.SEAT, GAME, bytes(32)) == new_token(TokenRole.SEAT, GAME, bytes(32))
    assert len({new_token(role, GAME, bytes(32))[9:] for role in TokenRole}) == len(TokenRole)


def test_a_slip_is_noticed() -> None:
    """Any one character changed, any two neighbours swapped, a piece lost or added."""
    token = new_token(TokenRole.SEAT, GAME, bytes(range(32)))
    start = len("ttr_seat_")
    for place in range(start, len(token)):
        for letter in LETTERS:
            changed = token[:place] + letter + token[place + 1 :]
            assert well_formed(changed) == (changed == token)
        swapped = token[: place - 1] + token[place] + token[place - 1] + token[place + 1 :]
        assert well_formed(swapped) == (swapped == token)
        assert not well_formed(token[:place])
    for other in (f" {token}", f"{token}\n", token.upper(), token.replace("seat", "host"), "", "ttr_"):
        assert not well_formed(other)


def test_the_checksum_is_a_crc_as_the_docs_say() -> None:
    """Pinned, because scanners compute it, too; docs/tokens.md shows how, and is run as it stands."""
    token = new_token(TokenRole.WATCH, "0123456789abcdef", bytes(range(24)))
    assert token == "ttr_watch_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRITPU43aVegx_3KfZJ0"


@pytest.mark.parametrize(("grant", "token"), EARLIER.items())
def test_tokens_of_stored_games_work(grant: str, token: str) -> None:
    assert well_formed(token)
    assert not well_formed(token[:-1] + ("0" if token[-1] != "0" else "1"))
    assert game_of(token) is None
    assert Facts({fingerprint(token): grant}).grant(token) == parse_grant(grant)


def test_facts_of_stored_games_are_read() -> None:
    stored = Facts({fingerprint(token): grant for grant, token in EARLIER.items()})
    assert stored.grant(EARLIER["spectator"]) == Grant(TokenRole.WATCH)
    assert stored.grant(EARLIER["auditor"]) == Grant(TokenRole.AUDIT)
    assert stored.token_keys(Grant(TokenRole.WATCH)) == [fingerprint(EARLIER["spectator"])]
    with pytest.raises(ValueError, match="judge"):
        parse_grant("judge")
