"""Exit codes and the errors that carry them to the shell. Each message says what was wrong, where, and what to do."""

from __future__ import annotations

FINE, WRONG_USE, REJECTED, REFUSED, RUNNING = 0, 2, 3, 74, 75


class CroupierError(Exception):
    """The project's base error: one line for a person, and the exit code of the command."""

    code = WRONG_USE


class WrongUse(CroupierError, ValueError):
    """Wrong use or malformed input (exit 2)."""


class Refused(CroupierError, OSError):
    """The machine refuses: port, disk, permission (exit 74)."""

    code = REFUSED


class Running(CroupierError, RuntimeError):
    """Another instance holds the table (exit 75)."""

    code = RUNNING
