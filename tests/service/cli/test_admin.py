"""`ttr admin` against a running service."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from service.cli import main
from tests.support.http.api_calls import open_table, over_http
from tests.support.http.running_service import running

TOKEN = "the-operators-own-token"


def test_an_operator_keeps_order(tmp_path: Path) -> None:
    with running(tmp_path, admin_token=TOKEN) as service, over_http(service.port) as caller:

        def admin(*arguments: str, token: str = TOKEN) -> Result:
            url = f"--url=http://127.0.0.1:{service.port}"
            return CliRunner().invoke(main, ["admin", url, *arguments], env={"TTR_ADMIN_TOKEN": token})

        table = open_table(caller)
        caller.post(f"{table.path}/messages", {"text": "you fool"}, table.seats[0])
        caller.post(f"{table.path}/messages/msg_1/reports", {"reason": "rude"}, table.seats[1])
        report = json.loads(admin("reports").output)
        assert report["message"]["text"] == "you fool"
        for arguments in (
            ("erase", table.game, "msg_1"),
            ("close", table.game, "--reason", "rude"),
            ("dismiss", report["id"]),
        ):
            done = admin(*arguments)
            assert done.exit_code == 0, done.output
        deeds = [json.loads(line)["deed"] for line in admin("actions").output.splitlines()]
        assert deeds == ["message_erased", "table_closed", "report_dismissed"]
        refused = admin("reports", token="wrong-token-of-nobody")
        assert (refused.exit_code, "forbidden" in refused.output) == (1, True)
        assert "player_not_found" in admin("suspend", "nobody-22222", "--reason", "x").output
        assert admin("reports", token="").exit_code == 1
