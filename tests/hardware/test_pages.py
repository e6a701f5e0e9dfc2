"""The builder's pages: every link leads somewhere, every command exists, every setting is one."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from device import settings
from hardware.make.__main__ import HARDWARE
from tests.hardware.conftest import INSTALL, Root

TOP = HARDWARE.parent
PAGES = sorted([*HARDWARE.glob("*.md"), *(HARDWARE / "boards").glob("*.md")])
SYSTEM = {
    *(
        "apt-get",
        "findmnt",
        "grep",
        "i2cdetect",
        "journalctl",
        "ls",
        "lsblk",
        "mkfs.ext4",
        "raspi-config",
        "reboot",
    ),
    *("stress", "systemctl", "systemd-analyze", "vcgencmd"),
}
"""Commands of Raspberry Pi OS that pages may name; nothing here can run them."""
FORM = "text"


def fences(page: Path, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", page.read_text(), flags=re.M | re.S)


def commands() -> list[tuple[Path, list[str]]]:
    """(page, words) of every command in a fence, and of inline code that starts like one."""
    found = []
    for page in PAGES:
        lines = [line for fence in fences(page, "sh") for line in fence.splitlines()]
        prose = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
        starts = "croupier|make|sudo|hardware/install.sh|" + "|".join(SYSTEM - {"stress", "grep"})
        lines += re.findall(rf"`((?:{starts})(?: [^`]+)?)`", prose)
        for line in lines:
            words = line.split("#")[0].split("|")[0].split()
            if words:
                while words[0] in ("sudo", "-u"):
                    words = words[1 if words[0] == "sudo" else 2 :]
                found.append((page, words))
    return found


COMMANDS = commands()


def of(program: str) -> list[list[str]]:
    """The different commands of one program."""
    return sorted({tuple(words): words for _, words in COMMANDS if words[0] == program}.values())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_and_pictures_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text())
    assert links or page.name == "hosting.md" or page.parent.name == "hardware"
    for link in links:
        assert (page.parent / link).exists(), link


def test_index_links_every_page_and_the_front_page_links_the_index() -> None:
    index = (HARDWARE / "README.md").read_text()
    for page in PAGES:
        if page.name != "README.md":
            assert f"({page.relative_to(HARDWARE)})" in index, page.name
    front = (TOP / "README.md").read_text()
    assert "hardware/README.md" in front or "(hardware/)" in front


def test_every_command_is_of_a_known_program() -> None:
    unknown = {words[0] for _, words in COMMANDS} - SYSTEM - {"croupier", "make", "hardware/install.sh"}
    assert not unknown


def croupier(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "device.cli", *words], capture_output=True, text=True, cwd=TOP
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_croupier_command_exists() -> None:
    known = croupier("--help")
    for words in of("croupier"):
        command, *rest = words[1:] or ["COMMAND"]
        assert re.search(rf"(^|[\s{{,\[]){re.escape(command)}([\s}},\]]|$)", known), words
        options = [word for word in rest if word.startswith("-") or (word.isalpha() and word != "FILE")]
        shown = croupier(command, "--help") if options else ""
        assert all(option in shown for option in options), words


@pytest.mark.parametrize("name", ["croupier.service", "croupier-safe.service"])
def test_units_start_a_command_that_exists(name: str) -> None:
    line = re.search(
        r"^ExecStart=/opt/croupier/current/bin/croupier (.*)$",
        (HARDWARE / "service" / name).read_text(),
        re.M,
    )
    assert line
    command, *options = line[1].split()
    shown = croupier(command, "--help")
    assert all(option in shown for option in options), f"croupier {line[1]}"


def test_every_make_target_exists() -> None:
    rules = re.findall(r"^([\w -]+):", (TOP / "Makefile").read_text(), flags=re.M)
    targets = {target for rule in rules for target in rule.split()}
    assert {words[1] for words in of("make")} <= targets


@pytest.mark.parametrize("words", of("hardware/install.sh"), ids=" ".join)
def test_every_installer_command_runs(words: list[str], root: Root) -> None:
    options = [word for word in words[1:] if word != "--dry-run"]
    root.run()
    if "update" in options or "rollback" in options:
        root.source.write_text("two")
        root.run()
    root.run(*options, *(["--dry-run"] if "--dry-run" in words else []))


def test_every_option_of_the_installer_is_explained() -> None:
    usage = subprocess.run([str(INSTALL), "--help"], capture_output=True, text=True, check=True).stdout
    offered = set(re.findall(r"^  (--[a-z-]+)", usage, flags=re.M)) - {"--root"}
    page = (HARDWARE / "install.md").read_text()
    assert offered == set(re.findall(r"^\| `(--[a-z-]+)", page, flags=re.M))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_setting_is_one(page: Path) -> None:
    for text in fences(page, "toml"):
        settings.parse(text, page.name)
    for line in re.findall(r"`(\w+ = [^`]+)`", page.read_text()):
        settings.parse(f"[pods]\n{line}", page.name)


def test_pages_say_that_nothing_was_tried_on_a_pi() -> None:
    said = {page.name: page.read_text() for page in PAGES}
    untried = r"[Nn]ot (tried|printed)|[Nn]othing here (was|has been)|[Nn]ever on a real Pi|not on a Pi"
    for name in ("README.md", "wiring.md", "first-hour.md", "install.md", "event.md", "case.md"):
        assert re.search(untried, said[name]), name


def test_form_asks_for_every_measured_step() -> None:
    page = (HARDWARE / "first-hour.md").read_text()
    steps = [int(n) for n in re.findall(r"^- \[ \] (\d+)\.", page, flags=re.M)]
    assert steps == list(range(1, len(steps) + 1))
    (form,) = fences(HARDWARE / "first-hour.md", FORM)
    asked = re.search(r"^Measured: (.*)$", form, re.M)
    assert asked and {int(n) for n in re.findall(r"(\d+):", asked[1]) if int(n) < 100} <= set(steps)
