"""install.sh on a folder that looks like Raspberry Pi OS."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from drivers import pins
from tests.hardware.conftest import INSTALL, Root

CONFIG = "boot/firmware/config.txt"
SERVICE = Path(__file__).resolve().parents[2] / "hardware" / "service"
BEGIN, END = "# croupier begin", "# croupier end"


def block(text: str) -> list[str]:
    lines = text.splitlines()
    return lines[lines.index(BEGIN) + 1 : lines.index(END)]


def test_dry_run_shows_every_change_and_makes_none(root: Root) -> None:
    before = root.tree()
    said = root.run("--dry-run")
    assert root.tree() == before
    assert f"+++ /{CONFIG} (new)" in said and f"+{BEGIN}" in said
    assert "+++ /etc/systemd/system/croupier.service (new)" in said and "+Type=notify" in said
    assert "would run: systemctl enable croupier.service" in said and "none made (dry run)" in said


def test_second_run_changes_nothing(root: Root) -> None:
    root.run()
    once = root.tree()
    assert root.run().strip().endswith("nothing to change")
    assert root.tree() == once


def test_config_is_touched_between_the_marks_only(root: Root) -> None:
    before = root.read(CONFIG)
    root.run()
    after = root.read(CONFIG)
    assert after.startswith(before) and after.splitlines()[-1] == END
    assert block(after) == ["[all]", *pins.OVERLAYS], "[all]: the file above may end inside a section"


def test_uninstall_leaves_the_system_as_it_was_but_for_the_data(root: Root) -> None:
    before = root.tree()
    root.run("--profile", "event", "--fifo", "--uart")
    root.write("var/lib/croupier/journal.sqlite", "games")
    assert "kept: /var/lib/croupier" in root.run("uninstall")
    left = root.tree()
    assert {name for name in left if name.startswith("var/lib/croupier/")} == {
        "var/lib/croupier/croupier.toml",
        "var/lib/croupier/journal.sqlite",
    }
    assert {name: text for name, text in left.items() if not name.startswith("var/")} == before
    root.run("uninstall", "--purge")
    assert root.tree() == before


def test_uninstall_of_nothing_is_no_error(root: Root) -> None:
    before = root.tree()
    root.run("uninstall")
    assert root.tree() == before


@pytest.mark.parametrize("broken", [f"{BEGIN}\n", f"{END}\n", f"{BEGIN}\n{BEGIN}\n{END}\n"])
def test_marks_that_do_not_pair_up_are_left_to_a_person(root: Root, broken: str) -> None:
    root.write(CONFIG, f"dtparam=audio=on\n{broken}")
    assert "do not pair up" in root.run(code=2)
    assert root.read(CONFIG) == f"dtparam=audio=on\n{broken}"


def test_a_block_edited_by_hand_is_mended_where_it_says_so(root: Root) -> None:
    root.run()
    root.write(CONFIG, root.read(CONFIG).replace("400000", "50000"))
    said = root.run()
    assert "-dtparam=i2c_arm_baudrate=50000" in said and "+dtparam=i2c_arm_baudrate=400000" in said
    assert block(root.read(CONFIG)) == ["[all]", *pins.OVERLAYS]


def test_slow_bus_is_slow_in_both_places(root: Root) -> None:
    root.run("--slow")
    assert "dtparam=i2c_arm_baudrate=100000" in block(root.read(CONFIG))
    assert "speed = 100000" in root.read("var/lib/croupier/croupier.toml")


def test_settings_are_written_once_and_never_again(root: Root) -> None:
    root.run()
    root.write("var/lib/croupier/croupier.toml", "[pods]\ncount = 7\nspeed = 400000\n")
    said = root.run("--slow")
    assert root.read("var/lib/croupier/croupier.toml").startswith("[pods]\ncount = 7")
    assert "mind: set speed = 100000 under [pods]" in said


def test_wired_tower_gets_its_uart(root: Root) -> None:
    root.run("--uart")
    assert block(root.read(CONFIG))[-5:] == [
        "enable_uart=1",
        "dtoverlay=disable-bt",
        "[pi5]",
        "dtparam=uart0=on",
        "[all]",
    ]


def test_options_taken_back_take_their_files_away(root: Root) -> None:
    drop_in = "etc/systemd/system/croupier.service.d/fifo.conf"
    root.run("--fifo")
    assert "CPUSchedulingPolicy=fifo" in root.read(drop_in)
    assert f"- /{drop_in}" in root.run()
    assert not (root.path / drop_in).parent.exists()


def test_event_profile_mounts_the_data_and_quiets_the_system(root: Root) -> None:
    root.run("--profile", "event")
    tree = root.tree()
    units = "etc/systemd/system"
    assert "What=/dev/disk/by-label/croupier-data" in tree[f"{units}/var-lib-croupier.mount"]
    for unit in ("croupier", "croupier-safe"):
        assert "RequiresMountsFor=/var/lib/croupier" in tree[f"{units}/{unit}.service.d/event.conf"]
    assert "Storage=volatile" in tree["etc/systemd/journald.conf.d/croupier.conf"]
    assert "RuntimeWatchdogSec=15" in tree["etc/systemd/system.conf.d/croupier.conf"]
    assert tree[f"{units}/apt-daily.timer"] == "-> /dev/null"
    root.run("--profile", "table")
    assert not [name for name in root.tree() if "mount" in name or "journald" in name or "apt-daily" in name]


def current(root: Root) -> str:
    return str((root.path / "opt/croupier/current").readlink())


def test_environment_is_made_with_the_systems_packages(root: Root) -> None:
    root.run()
    assert root.log.read_text().split() == [
        "install",
        "--quiet",
        "--disable-pip-version-check",
        f"{root.source}[pi]",
    ]
    assert (root.path / "opt/croupier/current/bin/croupier").exists()
    assert root.tree()["usr/local/bin/croupier"] == "-> /opt/croupier/current/bin/croupier"


def test_offline_asks_no_network(root: Root) -> None:
    root.run("--offline", str(root.source.parent))
    assert f"--no-index --find-links {root.source.parent}" in root.log.read_text()


def test_update_and_rollback_switch_environments(root: Root) -> None:
    root.run()
    first = current(root)
    root.source.write_text("two")
    assert "left out (other root): systemctl restart croupier.service" in root.run("update")
    second = current(root)
    assert first != second and str((root.path / "opt/croupier/previous").readlink()) == first
    root.run("rollback")
    assert current(root) == first
    root.run("rollback")
    assert current(root) == second


def test_only_two_environments_are_kept(root: Root) -> None:
    for content in ("one", "two", "three", "four"):
        root.source.write_text(content)
        root.run()
    names = {place.name for place in (root.path / "opt/croupier").glob("env-*")}
    assert names == {current(root), str((root.path / "opt/croupier/previous").readlink())}


def test_a_failed_update_leaves_the_old_environment(root: Root) -> None:
    root.run()
    before = root.tree()
    root.source.write_text("two")
    root.broken.touch()
    assert "the old one is untouched" in root.run("update", code=74)
    assert root.tree() == before


def test_rollback_without_a_past_says_so(root: Root) -> None:
    root.run()
    assert "no environment before" in root.run("rollback", code=2)


def test_status_tells_both_environments(root: Root) -> None:
    assert "current: none" in root.run("status")
    root.run()
    said = root.run("status")
    assert f"current: {current(root)}" in said and "previous: none" in said and "config.txt: 1 block" in said


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("install", "--frobnicate"), 2, "unknown word '--frobnicate'"),
        (("--profile", "party"), 2, "'table' or 'event', not 'party'"),
    ],
)
def test_wrong_words_are_refused(root: Root, words: tuple[str, ...], code: int, says: str) -> None:
    before = root.tree()
    assert says in root.run(*words, code=code)
    assert root.tree() == before


def test_an_option_without_its_value_is_refused() -> None:
    done = subprocess.run([str(INSTALL), "--profile"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "") and "--profile needs a value" in done.stderr


def test_a_missing_source_is_named(root: Root) -> None:
    root.source.unlink()
    assert f"--source {root.source} does not exist" in root.run(code=2)


@pytest.mark.parametrize("starts", [True, False])
def test_update_goes_back_when_the_new_version_does_not_start(tmp_path: Path, starts: bool) -> None:
    """The live step of `update`, with systemctl's answer played: Type=notify makes `restart` fail or succeed."""
    for name in ("env-old", "env-new"):
        (tmp_path / name).mkdir()
    (tmp_path / "current").symlink_to("env-new")
    (tmp_path / "previous").symlink_to("env-old")
    script = f"""
        set -euo pipefail
        root= dry=no prefix=/opt/croupier base={tmp_path}
        refuse() {{ exit 2; }}
        . {SERVICE}/lib.sh
        live() {{ echo "$@"; [ {str(starts).lower()} = true ] || [ "$(readlink "$base/current")" = env-old ]; }}
        restart_or_back
    """
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert done.returncode == (0 if starts else 74), done.stderr
    assert (tmp_path / "current").readlink() == Path("env-new" if starts else "env-old")
    assert done.stdout.count("systemctl restart croupier.service") == (1 if starts else 2)


@pytest.mark.parametrize("release", ["VERSION_CODENAME=bullseye\n", "ID=other\n"])
def test_other_systems_are_refused(root: Root, release: str) -> None:
    root.write("etc/os-release", release)
    before = root.tree()
    assert "not Raspberry Pi OS Bookworm or Trixie" in root.run(code=74)
    assert root.tree() == before


def test_trixie_is_welcome(root: Root) -> None:
    root.write("etc/os-release", "VERSION_CODENAME=trixie\n")
    root.run()


def test_no_config_txt_is_no_pi(root: Root) -> None:
    (root.path / CONFIG).unlink()
    assert "is this Raspberry Pi OS?" in root.run(code=74)


def test_scripts_parse() -> None:
    folder = SERVICE.parent
    for name, shell in (("install.sh", "bash"), ("service/lib.sh", "bash"), ("service/croupier-lamp", "sh")):
        subprocess.run([shell, "-n", str(folder / name)], check=True)
