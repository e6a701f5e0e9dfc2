"""One command line of many commands: each loads what it needs and nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from device.cli import COMMANDS, main, parser

LOG = Path(__file__).parents[2] / "cases" / "dd-game-sheet.jsonl"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert "{" not in told and all(f"    {command}" in told for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_is_found_in_its_own_module(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        parser(command).parse_args([command, "--help"])
    assert end.value.code == 0 and f"croupier {command}" in capsys.readouterr().out


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0 and capsys.readouterr().out.startswith("croupier ")


def test_replay_loads_the_rules_alone() -> None:
    """It is run over many files by scripts: the table, its pages and its drivers stay out."""
    code = "import sys; from device.cli import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    run = subprocess.run([sys.executable, "-c", code, "replay", str(LOG)], capture_output=True, text=True)
    loaded = set(run.stderr.split())
    assert run.returncode == 0 and "rules.replay" in loaded
    assert not {"drivers", "PIL", "uvicorn", "asyncio", "sqlite3", "device.table", "device.settings"} & loaded
