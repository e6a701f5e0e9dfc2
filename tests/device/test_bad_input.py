"""What the command line says when it cannot: one clear line on stderr, and the exit code that scripts can read."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device import cli
from device.exits import REFUSED, RUNNING, WRONG_USE
from device.table.journal import NAME, Journal, Line
from device.table.salvage import lock

ROOT = Path(__file__).parents[2]
NOBODY = 65534
COMMANDS = ("sim", "run")


class Told:
    """What a command answered."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    def refuses(self, code: int, *words: str) -> None:
        assert (self.code, self.err.count("\n")) == (code, 1), self.err
        assert self.err.startswith("croupier: ") and "Traceback" not in self.err
        for word in words:
            assert word in self.err, self.err


@pytest.fixture
def croupier(capsys: pytest.CaptureFixture[str]) -> Callable[..., Told]:
    def call(*args: object) -> Told:
        capsys.readouterr()
        code = cli.main([str(a) for a in args])
        return Told(code, *capsys.readouterr())

    return call


@pytest.mark.parametrize("command", COMMANDS)
def test_a_port_in_use(croupier: Callable[..., Told], tmp_path: Path, command: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        croupier(command, "--data", tmp_path, "--port", port).refuses(REFUSED, str(port), "--port")


@pytest.mark.parametrize("command", COMMANDS)
def test_an_address_that_is_not_ours(croupier: Callable[..., Told], tmp_path: Path, command: str) -> None:
    croupier(command, "--data", tmp_path, "--host", "203.0.113.7", "--port", 0).refuses(
        REFUSED, "203.0.113.7"
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_a_second_instance(croupier: Callable[..., Told], tmp_path: Path, command: str) -> None:
    held = lock(tmp_path)
    croupier(command, "--data", tmp_path, "--port", 0).refuses(RUNNING, str(os.getpid()), "stop it first")
    held.close()


SETTINGS = {
    "[table]\nlang = 'fr'": (":2:", "table.lang"),
    "[web]\nport = 99999": (":2:", "web.port"),
    "[web]\nhost = 5": (":2:", "web.host"),
    "\n[pods]\ncount = 8": (":3:", "pods.count"),
    "[bank]\nopen = 1": ("bank", "no such setting"),
    "[pace]\nbot = nan": (":2:", "pace.bot"),
    "[pace]\nbot = -1": (":2:", "pace.bot"),
    "[pace]\nbot = 1e400": (":2:", "pace.bot"),
    "[web\nport = 1": (":1:",),
    "port = = 1": (":1:",),
    "\xff": ("UTF-8", "byte 1"),
}


@pytest.mark.parametrize("text", SETTINGS)
def test_malformed_settings(croupier: Callable[..., Told], tmp_path: Path, text: str) -> None:
    file = tmp_path / "croupier.toml"
    file.write_bytes(text.encode("latin-1"))
    told = croupier("sim", "--settings", file, "--data", tmp_path, "--port", 0)
    told.refuses(WRONG_USE, str(file), *SETTINGS[text])


def test_settings_that_are_not_there(croupier: Callable[..., Told], tmp_path: Path) -> None:
    croupier("run", "--settings", tmp_path / "none.toml").refuses(WRONG_USE, "none.toml", "no such")
    croupier("run", "--settings", tmp_path).refuses(REFUSED, str(tmp_path))


@pytest.mark.parametrize(
    "args",
    [
        ("dance",),
        (),
        ("sim", "--port", "many"),
        ("sim", "--port", "70000"),
        ("sim", "--lang", "fr"),
        ("sim", "x"),
    ],
)
def test_wrong_use(croupier: Callable[..., Told], args: tuple[str, ...]) -> None:
    croupier(*args).refuses(WRONG_USE)


@pytest.mark.parametrize("command", COMMANDS)
def test_data_that_is_a_file(croupier: Callable[..., Told], tmp_path: Path, command: str) -> None:
    (tmp_path / "file").write_text("")
    croupier(command, "--data", tmp_path / "file" / "x", "--port", 0).refuses(REFUSED, "file", "--data")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_journal_that_is_a_folder(croupier: Callable[..., Told], tmp_path: Path, command: str) -> None:
    (tmp_path / NAME).mkdir()
    croupier(command, "--data", tmp_path, "--port", 0).refuses(REFUSED, NAME)


# -- a disk that says no: another user's folder, and a disk without room -----------------------------------------------

AS_NOBODY = """
import contextlib, io, os, sys
from device import cli
with contextlib.redirect_stderr(io.StringIO()):
    cli.main(["{command}", "--data", "/proc/none", "--port", "0"])  # all imports are done while we may read them
if os.getuid() == 0:
    os.setgroups([]); os.setgid({nobody}); os.setuid({nobody})
where = sys.argv[1]
try:
    open(os.path.join(where, "plain"), "w").close()
except OSError as e:
    print("a plain write fails too:", e.strerror)
else:
    print("a plain write works")
sys.exit(cli.main(["{command}", "--data", where, "--port", "0"]))
"""


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that every user may enter (pytest's own are root's alone)."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def as_nobody(command: str, folder: Path) -> Told:
    code = AS_NOBODY.format(nobody=NOBODY, command=command)
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "XDG_CONFIG_HOME": str(folder)},
    )
    return Told(done.returncode, done.stdout, done.stderr)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_of_somebody_else(public: Path, command: str) -> None:
    """Run as another user, who can read what is there and write nothing."""
    folder = public / "data"
    folder.mkdir()
    folder.chmod(0o555)
    told = as_nobody(command, folder)
    assert "a plain write fails too" in told.out
    told.refuses(REFUSED, str(folder), "--data")


@pytest.mark.slow
def test_a_journal_that_may_only_be_read(public: Path) -> None:
    """The folder lets us in, the file does not: told at the start, not at the first bid."""
    folder = public / "data"
    folder.mkdir()
    journal = Journal(folder / NAME)
    journal.commit([Line(0, b'{"do":"bots","seats":3}')])
    journal.close()
    before = (folder / NAME).read_bytes()
    (folder / NAME).chmod(0o444)
    folder.chmod(0o777)
    told = as_nobody("run", folder)
    assert "a plain write works" in told.out
    told.refuses(REFUSED, NAME, "can be written")
    assert (folder / NAME).read_bytes() == before and not list(folder.glob("damaged*"))


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 KiB, where mounting is permitted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "croupier-test", str(disk)],
        capture_output=True,
        text=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip(f"this machine does not permit mounting: {mounted.stderr.strip()}")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def fill(disk: Path, leave: int = 0) -> None:
    """Take all room but so many bytes."""
    with (disk / "ballast").open("wb", buffering=0) as ballast:
        for size in (4096, 256, 1):
            try:
                while True:
                    ballast.write(bytes(size))
            except OSError:
                pass
        ballast.truncate(max(0, ballast.tell() - leave))


@pytest.mark.skipif(sys.platform != "linux", reason="tmpfs is Linux's")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk(croupier: Callable[..., Told], small: Path, command: str) -> None:
    fill(small)
    assert shutil.disk_usage(small).free == 0
    told = croupier(command, "--data", small / "data", "--port", 0)
    told.refuses(REFUSED, str(small))


def test_a_disk_that_is_full_but_has_a_journal_loses_nothing(
    croupier: Callable[..., Told], small: Path
) -> None:
    journal = Journal(small / NAME)
    journal.commit([Line(0, b'{"do":"bots","seats":3}')])
    journal.close()
    before = (small / NAME).read_bytes()
    fill(small)
    croupier("run", "--data", small, "--port", 0).refuses(REFUSED, str(small))
    assert (small / NAME).read_bytes() == before
    (small / "ballast").unlink()
    again = Journal(small / NAME)
    assert again.read() == {0: [b'{"do":"bots","seats":3}']}
    again.close()
