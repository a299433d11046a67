"""docs/problems.md, from the problems that the service knows; `make generated` writes it anew."""

from service.http.problem_pages import described_field_errors, described_problems
from service.language.languages import codes
from tests.support.paths import DOCS

PROBLEMS = DOCS / "problems.md"

INTRODUCTION = """\
# Problems

Every code that an error of the API can have, with what it tells people. Programs look at `code`, which is never
translated; a client treats a code that is new to it by its status. A running service has a page for each at
`/problems/{code}`, the address in `type`. How to read a problem: [the API](api.md#errors). This page is generated
(`make generated`).
"""


FIELDS = """\
## In `errors`

What can be wrong with one part of a body. `pointer` says which (RFC 6901); "" is the whole body. More codes may come.
"""


def problem_manual() -> str:
    problems = described_problems().values()
    heads = ["code", *codes()]
    parts = [INTRODUCTION]
    for status in sorted({problem.status for problem in problems}):
        alike = [problem for problem in problems if problem.status == status]
        rows = [
            f"| `{one.code}` | " + " | ".join(one.titles[lang] for lang in codes()) + " |" for one in alike
        ]
        advice = [alike[0].advice(codes()[0])]
        table = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads), *rows]
        parts.append(
            "\n".join([f"## {status}", "", *(f"{words}\n" for words in advice if words), *table, ""])
        )
    return "\n".join([*parts, _field_errors()])


def _field_errors() -> str:
    rows = [
        f"| `{code}` | " + " | ".join(_in_a_cell(texts[lang]) for lang in codes()) + " |"
        for code, texts in described_field_errors().items()
    ]
    heads = "| " + " | ".join(["code", *codes()]) + " |\n|" + "---|" * (1 + len(codes()))
    return "\n".join([FIELDS, heads, *rows, ""])


def _in_a_cell(text: str) -> str:
    return text.replace("|", "\\|")
