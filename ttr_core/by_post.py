"""The contract between the core and a service that hosts games by post.

A service reads deadlines from the clock, moves them and acts when they pass; it asks who holds a seat, proposes
motions, and follows standing orders. These are the commands, events and parts of the state that it needs for that.
Everything else about a rule is the rule's own: `service` and `workers` import no rule file.
"""

from ttr_core.rules.by_post.clock.clock import AgreeOnClock, Remind, RunOutOfTime, StartClock, StopClock
from ttr_core.rules.by_post.clock.outages import MoveDeadlines
from ttr_core.rules.by_post.clock.terms import (
    INTERRUPTED,
    Clock,
    ClockSettings,
    DeadlineSet,
    MovedDeadline,
    NextInLineWarned,
    ReminderDue,
    Running,
    StopReason,
    TimeRanOut,
    VacationEnded,
)
from ttr_core.rules.by_post.clock.vacations import (
    EndVacation,
    ReturnVacationDays,
    StartVacation,
    TakeVacation,
)
from ttr_core.rules.by_post.motions import (
    Agree,
    GameResumed,
    Motion,
    MotionCode,
    MotionLapsed,
    Object,
    Propose,
    ResumeGame,
)
from ttr_core.rules.by_post.people import (
    AbandonGame,
    CloseSeat,
    InviteReplacement,
    OfferSeat,
    Resign,
    ReturnToSeat,
    SeatClosed,
    SkipTurn,
    TakeOver,
)
from ttr_core.rules.by_post.seat_holders import (
    HandoverReason,
    Holders,
    PeopleCode,
    SeatHandedOver,
    TurnSkipped,
    may_skip,
    next_person,
)
from ttr_core.rules.by_post.standing_orders.instruction import (
    PAID_WITH,
    Order,
    Step,
    Steps,
    Stop,
    order_problem,
)
from ttr_core.rules.by_post.standing_orders.orders import (
    MOST_ORDER_TURNS,
    CancelOrder,
    FollowOrders,
    GiveOrder,
    OrdersFollowed,
)
from ttr_core.rules.by_post.standing_orders.progress import Orders, Outcome, orders_due
from ttr_core.rules.by_post.undo import ChoiceTakenBack, ProposeUndo, TurnTakenBack, UndoProposed

__all__ = [
    "INTERRUPTED",
    "MOST_ORDER_TURNS",
    "PAID_WITH",
    "AbandonGame",
    "Agree",
    "AgreeOnClock",
    "CancelOrder",
    "ChoiceTakenBack",
    "Clock",
    "ClockSettings",
    "CloseSeat",
    "DeadlineSet",
    "EndVacation",
    "FollowOrders",
    "GameResumed",
    "GiveOrder",
    "HandoverReason",
    "Holders",
    "InviteReplacement",
    "Motion",
    "MotionCode",
    "MotionLapsed",
    "MoveDeadlines",
    "MovedDeadline",
    "NextInLineWarned",
    "Object",
    "OfferSeat",
    "Order",
    "Orders",
    "OrdersFollowed",
    "Outcome",
    "PeopleCode",
    "Propose",
    "ProposeUndo",
    "Remind",
    "ReminderDue",
    "Resign",
    "ResumeGame",
    "ReturnToSeat",
    "ReturnVacationDays",
    "RunOutOfTime",
    "Running",
    "SeatClosed",
    "SeatHandedOver",
    "SkipTurn",
    "StartClock",
    "StartVacation",
    "Step",
    "Steps",
    "Stop",
    "StopClock",
    "StopReason",
    "TakeOver",
    "TakeVacation",
    "TimeRanOut",
    "TurnSkipped",
    "TurnTakenBack",
    "UndoProposed",
    "VacationEnded",
    "may_skip",
    "next_person",
    "order_problem",
    "orders_due",
]
