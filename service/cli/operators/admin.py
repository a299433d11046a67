"""`ttr admin`: reports, suspended players and closed tables, for the operator of a running service."""

import json
import os
from typing import Any

import click
import requests

SECONDS = 10.0


class _Service:
    """A service, and the operator's token for it."""

    def __init__(self, url: str, token: str) -> None:
        self._url, self._token = url.rstrip("/"), token

    def call(self, method: str, path: str, body: object = None) -> Any:  # JSON values
        headers = {"Authorization": f"Bearer {self._token}"}
        try:
            reply = requests.request(
                method, f"{self._url}/v1{path}", json=body, headers=headers, timeout=SECONDS
            )
            answer = reply.json()
        except (requests.RequestException, ValueError) as error:
            raise click.ClickException(f"{self._url} does not answer as it should: {error}") from error
        if not reply.ok:
            raise click.ClickException(f"{answer.get('detail')} ({answer.get('code')})")
        return answer


@click.group()
@click.option("--url", default="http://127.0.0.1:8080", show_default=True, help="Address of the service.")
@click.pass_context
def admin(ctx: click.Context, url: str) -> None:
    """Moderate a running service; needs its TTR_ADMIN_TOKEN in the environment."""
    token = os.environ.get("TTR_ADMIN_TOKEN", "")
    if not token:
        raise click.ClickException("TTR_ADMIN_TOKEN is not set")
    ctx.obj = _Service(url, token)


_reason = click.option("--reason", required=True, help="Why; it is kept in the record.")


def _show(answer: object) -> None:
    click.echo(json.dumps(answer, ensure_ascii=False))


@admin.command()
@click.pass_obj
def reports(service: _Service) -> None:
    """List what people have reported, one report a line."""
    for report in service.call("GET", "/admin/reports")["items"]:
        _show(report)


@admin.command()
@click.argument("report")
@click.pass_obj
def dismiss(service: _Service, report: str) -> None:
    """Close a report."""
    _show(service.call("DELETE", f"/admin/reports/{report}"))


@admin.command()
@click.argument("player")
@_reason
@click.pass_obj
def suspend(service: _Service, player: str, reason: str) -> None:
    """Suspend a player."""
    _show(service.call("PUT", f"/admin/players/{player}/suspension", {"reason": reason}))


@admin.command()
@click.argument("player")
@click.pass_obj
def reinstate(service: _Service, player: str) -> None:
    """Let a suspended player play again."""
    _show(service.call("DELETE", f"/admin/players/{player}/suspension"))


@admin.command()
@click.argument("game")
@_reason
@click.pass_obj
def close(service: _Service, game: str, reason: str) -> None:
    """Close a table."""
    _show(service.call("POST", f"/admin/games/{game}/closure", {"reason": reason}))


@admin.command()
@click.argument("game")
@click.argument("message")
@click.pass_obj
def erase(service: _Service, game: str, message: str) -> None:
    """Erase a message."""
    _show(service.call("DELETE", f"/games/{game}/messages/{message}"))


@admin.command()
@click.pass_obj
def actions(service: _Service) -> None:
    """List what operators did, one action a line."""
    query: str | None = ""
    while query is not None:
        page = service.call("GET", f"/admin/actions{query}")
        for action in page["items"]:
            _show(action)
        query = page["next"] and f"?cursor={page['next']}"
