"""Every text of a language, in its folder and in the rules, with the arguments that each takes."""

from collections.abc import Mapping

from service.language.languages import languages
from service.language.languages.catalogue import Catalogue
from ttr_core.load import registered_rules

Arguments = Mapping[str, frozenset[str]]


def every_text(code: str) -> Arguments:
    return {**languages()[code].texts.arguments, **rule_texts(code)}


def rule_texts(code: str) -> Arguments:
    """Two rules may have the same commands, and then have the same texts."""
    texts: dict[str, frozenset[str]] = {}
    for module in registered_rules():
        sources = {module.name: module.words.get(code, "")}
        texts |= Catalogue(code, sources, languages()[code].functions).arguments
    return texts
