"""A request walks through few modules: a reader who follows it can hold them in mind."""

from tests.support.walks import claim_over_http, modules_entered, sentence_in_chat
from ttr_core import load_ruleset

MOST_MODULES_OF_A_CLAIM = 30
MOST_MODULES_OF_A_SENTENCE = 67


def test_a_claim_over_http_enters_few_modules() -> None:
    modules = claim_over_http()
    assert len(modules) <= MOST_MODULES_OF_A_CLAIM, modules
    assert {"service.api.commands", "ttr_core.engine.engine", "service.store.memory_store"} <= set(modules)


def test_a_sentence_in_chat_enters_few_modules() -> None:
    """A move is no look, no order and no matter of the table: it does not enter what deals with these."""
    modules = sentence_in_chat()
    assert len(modules) <= MOST_MODULES_OF_A_SENTENCE, modules
    assert {"service.chat.bridge", "service.language.talk", "ttr_core.engine.engine"} <= set(modules)


def test_a_walk_counts_the_modules_of_the_packages_alone() -> None:
    modules = modules_entered(lambda: load_ruleset("usa", 2))
    assert "ttr_core.load" in modules
    assert all(module.startswith(("ttr_core.", "service.", "workers.")) for module in modules)
