"""`ttr work status`: what is queued, what has failed, who is working."""

import click
import msgspec
from rq import Worker
from rq.registry import FailedJobRegistry, StartedJobRegistry

from service.store.redis_store import RedisStore
from workers.jobs import settings
from workers.queue import connect, open_queue


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--limit", default=10, show_default=True, help="How many failures to show.")
def status(as_json: bool, limit: int) -> None:
    """Show queued and failed jobs, workers, and failures of bots."""
    config = settings()
    if not config.redis_url:
        raise click.UsageError("set TTR_REDIS_URL, and TTR_QUEUE_URL if the queue is elsewhere")
    queue = open_queue(connect(config.queue_url or config.redis_url))
    failed = FailedJobRegistry(queue=queue)
    told = {
        "workers": sorted(worker.name for worker in Worker.all(queue=queue)),
        "queued": queue.count,
        "started": len(StartedJobRegistry(queue=queue)),
        "failed": len(failed),
        "failed_jobs": [_job(queue.fetch_job(name)) for name in failed.get_job_ids(0, limit - 1)],
        "bot_failures": [msgspec.json.decode(text) for text in RedisStore(config.redis_url).failures(limit)],
    }
    click.echo(msgspec.json.format(msgspec.json.encode(told)).decode() if as_json else _text(told))


def _job(job: object) -> dict[str, str]:
    text = str(getattr(job, "exc_info", "") or "").strip()
    return {"job": str(getattr(job, "id", "gone")), "error": text.splitlines()[-1] if text else ""}


def _text(told: dict[str, object]) -> str:
    lines = [f"{name.replace('_', ' '):13} {value}" for name, value in told.items() if isinstance(value, int)]
    for name in ("workers", "failed_jobs", "bot_failures"):
        entries = told[name]
        assert isinstance(entries, list)
        lines += [f"{name.replace('_', ' '):13} {len(entries)}", *(f"  {entry}" for entry in entries)]
    return "\n".join(lines)
