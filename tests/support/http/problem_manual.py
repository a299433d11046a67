"""docs/problems.md, from the problems that the service knows; `make generated` writes it anew."""

from service.http.problem_pages import described_problems
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
    return "\n".join(parts)
