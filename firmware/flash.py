"""Put the tower's program on a Pico: `make tower-flash`, or `python firmware/flash.py [PORT]`.

A running tower is asked into safe mode first, since its watchdog would cut the copying off. Each file is checked by its
SHA-256 on the board. `main.py` goes last: a half-done update has the old one, or none, and can simply be repeated.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from drivers.tower.find import BY_ID
from drivers.tower.firmware import FOLDER
from drivers.tower.serial import open_serial
from drivers.tower.session import Session

FILES = ("ctp.py", "dice.py", "tower.py", "board.py", "main.py")
PATIENCE_S = 2.5
RESTART_S = 10.0

Run = Callable[..., str]


class FlashError(Exception):
    """Why it did not work, and what to do."""


def mpremote(port: Path, *words: str) -> str:
    """Run mpremote on this port and give what it printed."""
    command = [sys.executable, "-m", "mpremote", "connect", str(port), "resume", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip()
        raise FlashError(f"mpremote {' '.join(words)}: {said}\nIs mpremote installed? pip install mpremote")
    return done.stdout


def find(folder: Path = BY_ID) -> Path:
    """The one port that MicroPython's USB name stands on."""
    ports = sorted(path for path in folder.glob("*") if "micropython" in path.name.lower())
    if len(ports) != 1:
        listed = "".join(f"\n  {path}" for path in ports)
        raise FlashError(
            f"{len(ports)} boards with MicroPython are connected; name the port you mean{listed}"
        )
    return ports[0]


def speak(port: Path, wants: Callable[[Session], bool], act: Callable[[Session, float], None]) -> bool:
    """Talk CTP/1 for a moment. Did the session come to where `wants` is true?"""
    session = Session(lambda event: None)
    line = open_serial(port)
    try:
        late = time.monotonic() + PATIENCE_S
        session.opened(time.monotonic())
        while not wants(session) and (now := time.monotonic()) < late:
            session.tick(now)
            line.write(session.take(now))
            session.feed(line.read(4096), now)
            time.sleep(0.005)
        act(session, time.monotonic())
        line.write(session.take(time.monotonic()))
        time.sleep(0.1)
        return wants(session)
    finally:
        line.close()


def leave_play(port: Path) -> None:
    """If a tower plays there, reset it into safe mode and wait until its port is back."""
    if not speak(port, lambda session: session.state == "ready", lambda session, now: session.safe(now)):
        return
    time.sleep(1)
    late = time.monotonic() + RESTART_S
    while not port.exists():
        if time.monotonic() > late:
            raise FlashError(
                f"{port} did not come back; pull the cable, hold the tower's button, plug it in again"
            )
        time.sleep(0.1)


def copy(port: Path, run: Run = mpremote) -> None:
    """Copy every file, `main.py` last, and compare its hash on the board with the one here."""
    for name in FILES:
        local = FOLDER / name
        run(port, "fs", "cp", "--force", str(local), f":{name}")
        if hashlib.sha256(local.read_bytes()).hexdigest() not in run(port, "fs", "sha256sum", f":{name}"):
            raise FlashError(f"{name} did not arrive whole; repeat the update")
        print(f"{name} is on the board")


def main(words: list[str]) -> int:
    """0: the tower runs the new program. 74: the machine refuses."""
    try:
        port = Path(words[0]) if words else find()
        leave_play(port)
        copy(port)
        mpremote(port, "reset")
        print("done: the tower starts its new program")
    except (FlashError, OSError) as error:
        print(error, file=sys.stderr)
        return 74
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
