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
    ClockStopped,
    DeadlineSet,
    MovedDeadline,
    NextInLineWarned,
    ReminderDue,
    Running,
    StopReason,
    TimeOut,
    TimeRanOut,
    VacationEnded,
)
from ttr_core.rules.by_post.clock.vacations import (
    EndVacation,
    ReturnVacationDays,
    StartVacation,
    TakeVacation,
)
from ttr_core.rules.by_post.hints import HintTaken, TakeHint
from ttr_core.rules.by_post.motions import (
    Agree,
    GameResumed,
    Motion,
    MotionCode,
    Motions,
    Object,
    Propose,
    ResumeGame,
)
from ttr_core.rules.by_post.people import (
    ABANDONED,
    REINVITE,
    AbandonGame,
    CloseSeat,
    InviteReplacement,
    OfferSeat,
    Resign,
    SeatClosed,
    SeatOpened,
    SkipTurn,
    TakeOver,
    replacement_motion,
)
from ttr_core.rules.by_post.seat_holders import (
    HandoverReason,
    Holders,
    PeopleCode,
    SeatHandedOver,
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
)
from ttr_core.rules.by_post.standing_orders.progress import Orders, orders_due
from ttr_core.rules.by_post.undo import ChoiceTakenBack, TurnTakenBack, has_changed

__all__ = [
    "ABANDONED",
    "INTERRUPTED",
    "MOST_ORDER_TURNS",
    "PAID_WITH",
    "REINVITE",
    "AbandonGame",
    "Agree",
    "AgreeOnClock",
    "CancelOrder",
    "ChoiceTakenBack",
    "Clock",
    "ClockSettings",
    "ClockStopped",
    "CloseSeat",
    "DeadlineSet",
    "EndVacation",
    "FollowOrders",
    "GameResumed",
    "GiveOrder",
    "HandoverReason",
    "HintTaken",
    "Holders",
    "InviteReplacement",
    "Motion",
    "MotionCode",
    "Motions",
    "MoveDeadlines",
    "MovedDeadline",
    "NextInLineWarned",
    "Object",
    "OfferSeat",
    "Order",
    "Orders",
    "PeopleCode",
    "Propose",
    "Remind",
    "ReminderDue",
    "Resign",
    "ResumeGame",
    "ReturnVacationDays",
    "RunOutOfTime",
    "Running",
    "SeatClosed",
    "SeatHandedOver",
    "SeatOpened",
    "SkipTurn",
    "StartClock",
    "StartVacation",
    "Step",
    "Steps",
    "Stop",
    "StopClock",
    "StopReason",
    "TakeHint",
    "TakeOver",
    "TakeVacation",
    "TimeOut",
    "TimeRanOut",
    "TurnTakenBack",
    "VacationEnded",
    "has_changed",
    "may_skip",
    "next_person",
    "order_problem",
    "orders_due",
    "replacement_motion",
]
