"""A folder that looks like Raspberry Pi OS, and the installer run on it with stand-ins for what it calls."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

INSTALL = Path(__file__).resolve().parents[2] / "hardware" / "install.sh"

VENV = """#!/bin/sh
# Stands in for `python3 -m venv --system-site-packages DIR`: an environment whose pip notes what it is asked.
[ "$1 $2 $3" = "-m venv --system-site-packages" ] || exit 9
[ ! -e "{broken}" ] || exit 1
mkdir -p "$4/bin"
printf '#!/bin/sh\\necho "$@" >>"{log}"\\n' >"$4/bin/pip"
printf '#!/bin/sh\\nexit 0\\n' >"$4/bin/croupier"
chmod +x "$4/bin/pip" "$4/bin/croupier"
"""


class Root:
    """The folder, and `run`: install.sh with these words on it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "root"
        self.log, self.broken = folder / "pip.log", folder / "broken"
        self.source = folder / "croupier-1.whl"
        self.source.write_text("one")
        shims = folder / "shims"
        shims.mkdir()
        (shims / "python3").write_text(VENV.format(log=self.log, broken=self.broken))
        (shims / "python3").chmod(0o755)
        self.env = {**os.environ, "PATH": f"{shims}:{os.environ['PATH']}", "LC_ALL": "C"}
        self.write("etc/os-release", "ID=debian\nVERSION_CODENAME=bookworm\n")
        self.write("boot/firmware/config.txt", "# Raspberry Pi\ndtparam=audio=on\n\n[cm4]\notg_mode=1\n")

    def write(self, name: str, text: str) -> None:
        place = self.path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def read(self, name: str) -> str:
        return (self.path / name).read_text()

    def run(self, *words: str, code: int = 0) -> str:
        """Both streams of install.sh; fails the test when it ends with another code."""
        command = [str(INSTALL), *words, "--root", str(self.path), "--source", str(self.source)]
        done = subprocess.run(command, capture_output=True, text=True, env=self.env)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def tree(self) -> dict[str, str]:
        """Every file and link with what is in it."""
        found = {}
        for place in sorted(self.path.rglob("*")):
            name = str(place.relative_to(self.path))
            if place.is_symlink():
                found[name] = f"-> {place.readlink()}"
            elif place.is_file():
                found[name] = place.read_text()
        return found


@pytest.fixture
def root(tmp_path: Path) -> Root:
    return Root(tmp_path)
