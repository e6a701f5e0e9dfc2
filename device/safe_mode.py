"""Safe mode: what stands on the table when the table itself does not stand up (`croupier run --safe`).

It plays nothing, opens no journal for writing and needs no network. Pods show why, and one page at the usual address
says what was found and what to do. Whatever is broken must not break this: every check that fails is a line of it.
"""

from __future__ import annotations

import html
import shutil
import signal
import socket
import sqlite3
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path

from device.exits import FINE, CroupierError
from device.settings import Settings
from device.table.journal import NAME
from drivers.doctor import card_checks, this_machine
from drivers.hardware import Hardware

LAST = "last-error.txt"
"""Beside the journal: what ended the table the last time it did not mean to."""
LINES = 3
"""Lines of a pod's notice."""
ROOM = 20
"""Megabytes of free disk below which it is said."""
_WORDS = {
    "en": (
        "Croupier is in safe mode",
        "The table failed five times within a minute and plays nothing now. No entry is lost.",
        "What ended it last",
        "What was found",
        "What to do",
        "mend what is named above, then: sudo systemctl start croupier",
    ),
    "ja": (
        "セーフモードです",
        "1分間に5回失敗したため、ゲームは動いていません。記録は失われていません。",
        "最後の原因",
        "調べた結果",
        "すること",
        "上の問題を直してから: sudo systemctl start croupier",
    ),
}


@contextmanager
def remembered(folder: Path) -> Iterator[None]:
    """Whatever ends the table inside is written beside the journal, so that safe mode can tell it; a clean end
    forgets it."""
    try:
        yield
    except Exception as e:
        told = str(e) if isinstance(e, CroupierError) else "".join(traceback.format_exception(e))
        with suppress(OSError):
            (folder / LAST).write_text(told.strip() + "\n", "utf-8")
        raise
    with suppress(OSError):
        (folder / LAST).unlink(missing_ok=True)


def why(folder: Path) -> str:
    """What `remembered` wrote, "" when there is nothing."""
    try:
        return (folder / LAST).read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def findings(folder: Path, root: Path = Path("/")) -> list[str]:
    """What can be said of the disk, the journal and the card, one line each."""
    lines = [f"croupier {version('croupier')}"]
    checks: list[tuple[Callable[[Path], list[str]], Path]] = [
        (_disk, folder),
        (_journal, folder / NAME),
        (_card, root),
    ]
    for check, where in checks:
        try:
            lines += check(where)
        except Exception as e:  # a check that breaks is a finding, never the end of safe mode
            lines.append(f"{type(e).__name__}: {e}")
    return lines


def _disk(folder: Path) -> list[str]:
    free = shutil.disk_usage(folder).free // 2**20
    return [f"{folder}: {free} MB free{'; too little, free some room' if free < ROOM else ''}"]


def _journal(path: Path) -> list[str]:
    if not path.exists():
        return [f"{path}: no journal yet"]
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        (entries,) = db.execute("SELECT count(*) FROM entry").fetchone()
    finally:
        db.close()
    return [f"{path}: {entries} entries"]


def _card(root: Path) -> list[str]:
    found = [f for f in card_checks(root, this_machine()) if f.state == "fail"]
    return [f"{f.what}{f'; {f.remedy}' if f.remedy else ''}" for f in found]


def page(lang: str, last: str, found: list[str]) -> bytes:
    """The whole page, without anything that would have to be fetched."""
    title, note, ended, looked, todo, do = _WORDS[lang]
    items = "".join(f"<li>{html.escape(line)}</li>" for line in found)
    reason = f"<h2>{ended}</h2><pre>{html.escape(last)}</pre>" if last else ""
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><h1>{title}</h1><p>{note}</p>{reason}<h2>{looked}</h2><ul>{items}</ul>"
        f"<h2>{todo}</h2><p>{do}</p></html>"
    ).encode()


def show(hardware: Hardware, lang: str, last: str, found: list[str]) -> None:
    """The same in a notice on every pod."""
    from device.scene import Scene
    from device.screens.pages import render
    from rules.page import Notice, word

    lines = [*last.splitlines()[-1:], *found][:LINES]
    notice = Notice(word("table.title.safe"), tuple(word("table.row.text", text=t) for t in lines))
    frame = render(Scene(lang, page=notice)).pack()
    for pod in hardware.pods.values():
        pod.show(frame)


class _Server(ThreadingHTTPServer):
    """Answers on a socket that is bound already."""

    daemon_threads = True

    def __init__(self, held: socket.socket, body: Callable[[], bytes]) -> None:
        super().__init__(held.getsockname(), _Handler, bind_and_activate=False)
        self.socket.close()
        self.socket, self.body = held, body
        self.server_activate()


class _Handler(BaseHTTPRequestHandler):
    timeout = 10
    server: _Server

    def do_GET(self) -> None:
        body = self.server.body()
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.send_header("content-security-policy", "default-src 'none'; frame-ancestors 'none'")
        self.send_header("cache-control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the disk may be what is full."""


def run(
    settings: Settings,
    held: socket.socket,
    open_hardware: Callable[[], Hardware] | None = None,
    trouble: str = "",
) -> int:
    """Serve the page on `held` (see `device.commands.serve.listen`) and show the pods' notice until a signal ends it.

    `trouble` is what is known to be wrong already. Gives the exit code. Call it on the main thread.
    """
    folder, lang = settings.folder, settings.lang
    last, found = trouble or why(folder), findings(folder)
    hardware = None
    if open_hardware is not None:
        try:
            hardware = open_hardware()
            show(hardware, lang, last, found)
        except Exception as e:  # pods that cannot be shown anything leave the page
            found.append(f"pods: {type(e).__name__}: {e}")
    server = _Server(held, lambda: page(lang, last, [*found]))
    ended = threading.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda *_: ended.set())
    threading.Thread(target=server.serve_forever, name="page", daemon=True).start()
    host, port = held.getsockname()[:2]
    print(f"Croupier is in safe mode: http://{host}:{port}", flush=True)
    ended.wait()
    server.shutdown()
    server.server_close()
    if hardware is not None:
        hardware.close()
    return FINE
