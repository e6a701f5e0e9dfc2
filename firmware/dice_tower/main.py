"""The tower's loop: bytes, marbles, keys and time go in, bytes come out. One thread, nothing that blocks."""

import select
import sys
import time

import micropython
from board import Board
from tower import Tower

FAREWELL_MS = 200
"""So long may the reply to SAFE take to get out."""
GULP = 256
"""Bytes read in one turn: a flood must not keep the watchdog hungry."""


class Line:
    """The USB serial port: one byte per poll each way, since read(n) and write(n) block until n bytes went through."""

    def __init__(self) -> None:
        self._reading, self._writing = select.poll(), select.poll()
        self._reading.register(sys.stdin, select.POLLIN)
        self._writing.register(sys.stdout, select.POLLOUT)

    def read(self, wait_ms: int) -> int:
        """The next byte, or -1 if none comes in that time."""
        ready = self._reading.poll(wait_ms)
        byte = sys.stdin.buffer.read(1) if ready else b""
        return byte[0] if byte else -1

    def write(self, waiting: bytearray) -> None:
        """Send from the front as much as the host takes at once."""
        sent = 0
        while sent < len(waiting) and self._may_write():
            sys.stdout.buffer.write(waiting[sent : sent + 1])
            sent += 1
        waiting[:sent] = b""

    def _may_write(self) -> bool:
        return any(events & select.POLLOUT for _, events in self._writing.poll(0))


def serve(board: Board, tower: Tower, line: Line) -> None:
    """Run until safe mode is asked for, by the host or by the button."""
    now, ticks, leave_at = 0, time.ticks_ms(), None
    while leave_at is None or now < leave_at:
        board.alive(now)
        byte = line.read(1)
        then, ticks = ticks, time.ticks_ms()
        now += time.ticks_diff(ticks, then)  # ticks wrap; this sum does not
        gulped = 0
        while byte >= 0:
            tower.byte(byte, now)
            gulped += 1
            byte = line.read(0) if gulped < GULP else -1
        if board.dropped():
            tower.beam(now)
        key = board.key(now) if board.keyed else ""
        if key:
            tower.key(key, now)
        tower.tick(now)
        line.write(tower.out)
        if leave_at is None and (tower.leaving or board.held(now)):
            leave_at = now + FAREWELL_MS


def main() -> None:
    """From power-on to the reset; in safe mode straight to the REPL, with no watchdog running."""
    board = Board()
    if board.stays_safe():
        board.show(["safe", "mode"])
        return
    tower = Tower(board)
    board.guard()
    micropython.kbd_intr(-1)  # 0x03 on the line is noise, not Ctrl-C
    try:
        serve(board, tower, Line())
        board.restart_safe()
    finally:
        micropython.kbd_intr(3)


main()
