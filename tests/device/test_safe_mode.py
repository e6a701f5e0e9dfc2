"""Safe mode: when the table cannot stand up, a page and the pods say why."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from device import safe_mode
from device.exits import Refused
from device.table.journal import NAME, Journal, Line
from drivers.hardware import Hardware
from drivers.memory import MemoryBuzzer, MemoryLamp, MemoryPod

ROOT = Path(__file__).parents[2]
CHILD = """
import sys
from pathlib import Path
from device import safe_mode
from device.commands.serve import listen
from device.settings import Settings, TableSettings, WebSettings
import msgspec
settings = Settings(table=TableSettings(data=sys.argv[1], lang=sys.argv[2]))
web = msgspec.structs.replace(settings.web, port=0)
settings = msgspec.structs.replace(settings, web=web)
def broken():
    raise RuntimeError("no trunk here")
sys.exit(safe_mode.run(settings, listen(settings), broken))
"""


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


def test_what_ended_the_table_is_remembered_until_a_clean_end(tmp_path: Path) -> None:
    with pytest.raises(Refused), safe_mode.remembered(tmp_path):
        raise Refused("/dev/x: no room; free some")
    assert safe_mode.why(tmp_path) == "/dev/x: no room; free some"
    with pytest.raises(ZeroDivisionError), safe_mode.remembered(tmp_path):
        _ = 1 / 0
    assert safe_mode.why(tmp_path).endswith("ZeroDivisionError: division by zero")
    with safe_mode.remembered(tmp_path):
        pass
    assert safe_mode.why(tmp_path) == ""


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_page_says_why_even_when_nothing_else_works(tmp_path: Path, lang: str) -> None:
    """A journal that is no database, pods that cannot be opened: the page stands and ends on a signal."""
    (tmp_path / NAME).write_bytes(b"no database" * 500)
    (tmp_path / safe_mode.LAST).write_text("port <8048> is in use")
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(tmp_path), lang], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    address = child.stdout.readline().split()[-1]
    assert address.startswith("http://127.0.0.1:")
    for path in ("/", "/board", "/../etc/passwd"):
        answer = urllib.request.urlopen(address + path, timeout=5)
        text = answer.read().decode()
        assert "port &lt;8048&gt; is in use" in text and "not a database" in text and "no trunk here" in text
        assert f'lang="{lang}"' in text and "default-src 'none'" in answer.headers["content-security-policy"]
    os.kill(child.pid, signal.SIGTERM)
    assert child.wait(5) == 0
    assert (tmp_path / NAME).read_bytes() == b"no database" * 500, "nothing is touched"


def test_the_pods_show_it_too(tmp_path: Path) -> None:
    pods = {n: MemoryPod(n, lambda event: None) for n in (1, 2)}
    hardware = Hardware(dict(pods), MemoryBuzzer(), MemoryLamp())
    long = "/var/lib/croupier/journal.sqlite3: database disk image is malformed; " * 5
    for lang in ("ja", "en"):
        safe_mode.show(hardware, lang, f"Traceback:\n{long}", [long, "ディスク", "third", "fourth"])
        assert any(pods[1].frames[-1]) and pods[1].frames == pods[2].frames
    assert len(pods[1].frames) == 2


def test_an_intact_journal_is_counted_and_a_small_disk_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal(tmp_path / NAME)
    journal.commit([Line(1, b"a"), Line(1, b"b")])
    journal.close()
    assert any("2 entries" in line for line in safe_mode.findings(tmp_path, tmp_path))
    usage = type("Usage", (), {"free": 3 * 2**20})
    monkeypatch.setattr("shutil.disk_usage", lambda folder: usage)
    assert any("3 MB free; too little" in line for line in safe_mode.findings(tmp_path, tmp_path))
    assert any(
        "FileNotFoundError" in line or "no journal" in line for line in safe_mode.findings(tmp_path / "gone")
    )


def test_a_settings_file_that_cannot_be_read_is_shown_and_not_obeyed(tmp_path: Path) -> None:
    """The command of the unit, with the file that made the table fail."""
    (tmp_path / "croupier").mkdir()
    (tmp_path / "croupier" / "croupier.toml").write_text("[web]\nport = 'many'\n")
    where = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    port = free_port()
    code = (
        "import msgspec, sys\nfrom device import cli, settings\n"
        f"settings.Settings.__struct_defaults__\n"
        "from device.commands import run\n"
        f"run.Settings = lambda: settings.Settings(web=settings.WebSettings(port={port}), "
        "pods=settings.PodSettings(count=0))\n"
        "sys.exit(cli.main(['run', '--safe']))"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, **where}
    )
    assert child.stdout is not None
    assert child.stdout.readline().split()[-1] == f"http://127.0.0.1:{port}"
    text = urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).read().decode()
    assert "croupier.toml:2: web.port" in text
    os.kill(child.pid, signal.SIGTERM)
    assert child.wait(5) == 0
