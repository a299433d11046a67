"""Fresh processes convert to the same struct types in several threads at once, and none of them crashes."""

import subprocess
import sys

import pytest

from tests.support.paths import ROOT

FRESH = """
import sys
from contextlib import suppress
from threading import Barrier, Thread
import msgspec

{setup}

def subtypes(kind):
    for subtype in kind.__subclasses__():
        yield subtype
        yield from subtypes(subtype)

kinds = [kind for kind in subtypes(msgspec.Struct) if kind.__module__.startswith(("service", "ttr_core"))]
together = Barrier(8)

def convert_all():
    for kind in kinds:
        together.wait()
        with suppress(Exception):  # most of them refuse these values
            msgspec.convert(dict.fromkeys(kind.__struct_encode_fields__, 1), kind)

sys.setswitchinterval(1e-6)
threads = [Thread(target=convert_all) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(kinds))
"""
SETUPS = {
    "the API": """
from service.app import create_app
from service.config import Config
from service.store import MemoryStore
create_app(Config(), MemoryStore())
""",
    "delivery of webhooks": """
from workers.webhook_delivery import DeliveryProcess
from workers.processes import build_converters
build_converters()
""",
}


@pytest.mark.parametrize("setup", SETUPS)
def test_a_fresh_process_survives_conversions_in_several_threads(setup: str) -> None:
    """Without the preparation nearly every such process ends by a segmentation fault."""
    script = FRESH.format(setup=SETUPS[setup])
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert int(ended.stdout) > 100
