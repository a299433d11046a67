"""The calls about people, clocks and everything else that is a matter of the table."""

from service.openapi.call import CARRIED_OUT, REFUSED, Access, Call

TABLE_CALLS: tuple[Call, ...] = (
    Call(
        method="post",
        path="/v1/games/{game}/table",
        name="post_table",
        tag="table",
        summary="Settle a matter of the table",
        description=(
            "What does not wait for anybody's turn: motions, people, clocks, standing orders. The same headers as "
            "for a command. A seat's token speaks for the seat; the host's names the seat that it is about."
        ),
        access=Access.TOKEN,
        parameters=("game", "dry_run", "If-Match", "Idempotency-Key"),
        body="TableCommand",
        answers=CARRIED_OUT,
        problems=REFUSED,
    ),
)
