"""A description of each problem code, for the pages at `/problems` and the table in the documentation."""

from collections.abc import Mapping
from html import escape

import msgspec

from service.http.problems import ERRORS, status_of
from service.language.languages import DEFAULT_LANG, Messages, codes, languages
from service.language.speech.problem_text import title_of
from ttr_core import refusal_codes

ADVICE = {  # by status: whether and when to repeat the request
    409: "repeat-later",
    412: "repeat-look",
    422: "repeat-never",
    429: "repeat-wait",
    503: "repeat-wait",
}


class DescribedProblem(msgspec.Struct, frozen=True):
    code: str
    status: int
    titles: Mapping[str, str]  # by language

    def advice(self, lang: str) -> str:
        """Whether and when to repeat the request; nothing where the title says it all."""
        return Messages(lang)(ADVICE[self.status]) if self.status in ADVICE else ""


def described_problems() -> Mapping[str, DescribedProblem]:
    """Every problem of the service and of the registered rules, sorted by status and code."""
    names = {*ERRORS, *map(str, refusal_codes())}
    problems = [
        DescribedProblem(name, status_of(name), {lang: title_of(name, lang) for lang in codes()})
        for name in names
    ]
    return {one.code: one for one in sorted(problems, key=lambda one: (one.status, one.code))}


INVALID = "invalid-"  # how the texts about parts of a body begin, before the code


def described_field_errors() -> Mapping[str, Mapping[str, str]]:
    """Every code of `errors`, with what it says in each language; facts stand in braces."""
    texts = languages()[DEFAULT_LANG].texts.arguments
    keys = sorted(key for key in texts if key.startswith(INVALID) and "." not in key)
    return {
        key.removeprefix(INVALID): {
            lang: Messages(lang)(key, **{name: f"{{{name}}}" for name in texts[key]}) for lang in codes()
        }
        for key in keys
    }


def problem_page(problem: DescribedProblem) -> str:
    parts = [
        f'<p lang="{lang}">{escape(title)} {escape(problem.advice(lang))}</p>'
        for lang, title in problem.titles.items()
    ]
    name = escape(problem.code)
    head = (
        f'<!doctype html>\n<html lang="{DEFAULT_LANG}">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{name}</title>'
    )
    return "\n".join([head, f"<h1><code>{name}</code></h1>", f"<p>HTTP {problem.status}</p>", *parts, ""])
