"""The `Alarm` port on an asyncio loop: its monotonic clock, and the only waiting the product does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from drivers.ports import Handle, Sink


class LoopAlarm:
    """`now()` is the loop's time, which is `time.monotonic()`."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def now(self) -> float:
        return self._loop.time()

    def at(self, when: float, call: Callable[[], None]) -> Handle:
        return self._loop.call_at(when, call)


def across_threads(loop: asyncio.AbstractEventLoop, sink: Sink) -> Sink:
    """A sink that any thread may call: the event is queued on the loop's own thread."""
    return lambda event: loop.call_soon_threadsafe(sink, event)  # type: ignore[return-value]
