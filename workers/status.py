"""`ttr work status`: what is queued, what has failed, which workers are running."""

from pathlib import Path
from typing import Any

import click
import msgspec
from rq import Queue
from rq.registry import FailedJobRegistry

from service.background.backlog import Backlog, read_backlog
from service.store.redis_store import RedisStore
from workers.preflight import data_option, plain_errors, queue_address, reach_queue, running_servers
from workers.queue.lost_jobs import living_workers
from workers.queue.queue import connect, open_queue


class FailedJob(msgspec.Struct):
    job: str
    error: str


class Status(msgspec.Struct):
    backlog: Backlog
    workers: list[str]
    failed_jobs: list[FailedJob]  # given up by rq, the latest first; they are queued anew before long
    failures: list[Any]  # reports of jobs and bots, the latest first


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option(
    "--limit", default=10, show_default=True, type=click.IntRange(1, 1000), help="How many failures to show."
)
@data_option
def status(as_json: bool, limit: int, data: Path | None) -> None:
    """Show queued and failed jobs, workers, and failures of jobs and bots."""
    with plain_errors():
        config = running_servers(data)
        reach_queue(config)
        report = read_status(RedisStore(config.redis_url), open_queue(connect(queue_address(config))), limit)
    click.echo(msgspec.json.format(msgspec.json.encode(report)).decode() if as_json else _text(report))


def read_status(store: RedisStore, queue: Queue, limit: int) -> Status:
    failed = FailedJobRegistry(queue=queue).get_job_ids(0, limit - 1, desc=True)
    return Status(
        backlog=read_backlog(store.client, queue.connection),
        workers=living_workers(queue.connection),
        failed_jobs=[_failed(queue, name) for name in failed],
        failures=[msgspec.json.decode(text) for text in store.failures(limit)],
    )


def _failed(queue: Queue, name: str) -> FailedJob:
    job = queue.fetch_job(name)
    result = job.latest_result() if job else None
    text = ((result.exc_string if result else None) or "").strip()
    return FailedJob(name, text.splitlines()[-1] if text else "")


def _text(report: Status) -> str:
    lines = [f"{name:13} {value}" for name, value in msgspec.structs.asdict(report.backlog).items()]
    lines += _listed("workers", report.workers)
    lines += _listed("failed jobs", [f"{entry.job}  {entry.error}" for entry in report.failed_jobs])
    lines += _listed(
        "failures", ["  ".join(f"{k} {v}" for k, v in entry.items()) for entry in report.failures]
    )
    return "\n".join(lines)


def _listed(title: str, entries: list[str]) -> list[str]:
    return [f"{title:13} {len(entries)}", *(f"  {entry}" for entry in entries)]
