"""The audit: whether a record proves that its game was fair, legal and unaltered."""

from ttr_core.audit.heads import BadHead, Head, parse_head, short_head
from ttr_core.audit.reconstruction import Contradiction, Step, retrace
from ttr_core.audit.report import Check, Finding, Report
from ttr_core.audit.verification import unreadable, verify, verify_bytes

__all__ = [
    "BadHead",
    "Check",
    "Contradiction",
    "Finding",
    "Head",
    "Report",
    "Step",
    "parse_head",
    "retrace",
    "short_head",
    "unreadable",
    "verify",
    "verify_bytes",
]
