"""The thin thread that runs something steppable on a real machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Condition, Thread

LONGEST = 1.0
"""Seconds between beats even when there is nothing to do."""


class Worker:
    """Calls `step` whenever the time that it gave has come, or after `wake`.

    `beat` is the monotonic time of the last completed step: a watchdog looks at it. An exception in `step` is kept in
    `error` and the thread goes on after a pause, because a table whose keys went silent is worse than a log line.
    """

    def __init__(self, name: str, step: Callable[[], float]) -> None:
        self.beat = time.monotonic()
        self.error: Exception | None = None
        self._step = step
        self._condition = Condition()
        self._woken = self._stopped = False
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        """Something changed: step at once. From any thread, also from a pin's callback: it cannot fail."""
        with self._condition:
            self._woken = True
            self._condition.notify()

    def stop(self) -> None:
        """Returns when the last step is over. May be called twice."""
        self._stopped = True
        self.wake()
        if self._thread.is_alive():
            self._thread.join(timeout=3.0)

    def _run(self) -> None:
        while not self._stopped:
            try:
                until = self._step()
            except Exception as error:
                self.error = error
                until = time.monotonic() + LONGEST
            self.beat = now = time.monotonic()
            with self._condition:
                if not self._woken and until > now:
                    self._condition.wait(min(until - now, LONGEST))
                self._woken = False
