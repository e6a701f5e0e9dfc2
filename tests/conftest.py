"""For all tests: the promises that were measured are printed at the end."""

from tests.torture.promises import pytest_sessionfinish, pytest_terminal_summary, pytest_testnodedown

__all__ = ["pytest_sessionfinish", "pytest_terminal_summary", "pytest_testnodedown"]
