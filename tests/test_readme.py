"""The README's example runs as it stands."""

import re

from tests.support.paths import ROOT

README = ROOT / "README.md"


def test_the_example_of_the_readme_runs() -> None:
    found = re.search(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert found
    exec(compile(found[1], "README.md", "exec"), {})  # it holds an assertion of its own


def test_every_file_that_the_readme_links_exists() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README.read_text("utf-8"))
    assert links
    assert [link for link in links if not (README.parent / link).exists()] == []
