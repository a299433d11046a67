"""A process of its own for code that takes clocks and servers over, which threads of other tests would run into."""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import ParamSpec, TypeVar

import pytest

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
ORDERED_SETS = {"PYTHONHASHSEED": "0"}  # in such an environment sets have one order


class OwnProcess:
    """Runs functions of modules, one after the other."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def run(
        self, function: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> Result:
        """What a function returns, or its exception."""
        with pytest.MonkeyPatch.context() as patch:  # the process begins with its first function
            for name, text in ORDERED_SETS.items():
                patch.setenv(name, text)
            future = self._pool.submit(function, *arguments, **named)
        return future.result()


@contextmanager
def own_process() -> Iterator[OwnProcess]:
    """A process that ends with the block. It takes two seconds to import the service: tests of a module share one.

    What happens in it does not depend on the order of sets, so that `make simulate` shows what a test has found.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        yield OwnProcess(pool)


def in_fresh_process(
    function: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Result:
    """What a function of a module returns, or its exception, from a process that ends with it."""
    with own_process() as process:
        return process.run(function, *arguments, **named)
