"""Is this SD card set up, and is this board good? Checks that change nothing for good, each with its remedy."""

from drivers.doctor.board import Rate, board_checks, bus_speed, error_rates, rate_findings
from drivers.doctor.card import Machine, card_checks, this_machine
from drivers.doctor.event import event_checks
from drivers.doctor.finding import Finding, worst

__all__ = [
    "Finding",
    "Machine",
    "Rate",
    "board_checks",
    "bus_speed",
    "card_checks",
    "error_rates",
    "event_checks",
    "rate_findings",
    "this_machine",
    "worst",
]
