"""Is this a table that travels, and may its plug be pulled? What the event profile promises (hardware/event.md)."""

from __future__ import annotations

from pathlib import Path

from drivers.doctor.finding import Finding, State

DATA = "/var/lib/croupier"
MOUNT = "etc/systemd/system/var-lib-croupier.mount"
"""The file that makes a card an event card."""
_JOURNALD = ("usr/lib/systemd/journald.conf.d", "etc/systemd/journald.conf", "etc/systemd/journald.conf.d")
_SYSTEM = ("etc/systemd/system.conf", "etc/systemd/system.conf.d")


def event_checks(root: Path = Path("/")) -> list[Finding]:
    """Read-only root, data on a device of its own, log in memory, watchdog. Nothing on a card of another profile."""
    if not (root / MOUNT).exists():
        return []
    mounts = _mounts(root)
    return [_root(mounts), _data(mounts), _log(root), _watchdog(root)]


def _found(id: str, good: bool, what: str, remedy: str, bad: State = "fail") -> Finding:
    return Finding(f"event.{id}", "card", "probed", "ok" if good else bad, what, "" if good else remedy)


def _mounts(root: Path) -> dict[str, tuple[str, str, frozenset[str]]]:
    """Mount point → (device, type, options). Of several on one point the last is the one that is seen."""
    try:
        lines = (root / "proc/self/mounts").read_text().splitlines()
    except OSError:
        return {}
    fields = [line.split() for line in lines]
    return {f[1]: (f[0], f[2], frozenset(f[3].split(","))) for f in fields if len(f) >= 4}


def _root(mounts: dict[str, tuple[str, str, frozenset[str]]]) -> Finding:
    kind = mounts.get("/", ("", "", frozenset()))[1]
    good = kind == "overlay"
    what = (
        "the root is read-only, under a layer in memory" if good else f"the root is writable ({kind or '?'})"
    )
    remedy = "sudo raspi-config nonint enable_overlayfs, then restart"
    return _found("root", good, what, remedy, "warn")


def _data(mounts: dict[str, tuple[str, str, frozenset[str]]]) -> Finding:
    remedy = "put in the stick labelled croupier-data (hardware/event.md), then restart"
    if DATA not in mounts:
        return _found("data", False, f"{DATA} is on no device of its own: games would be lost", remedy)
    device, _, options = mounts[DATA]
    own = device != mounts.get("/", ("",))[0]
    good = own and "rw" in options
    what = f"{DATA} is {'writable' if 'rw' in options else 'read-only'}, on {device}"
    return _found("data", good, what if own else f"{what}, like the root", remedy)


def _log(root: Path) -> Finding:
    good = _value(root, _JOURNALD, "Storage").lower() == "volatile"
    what = "the system's log stays in memory" if good else "the system's log is written to the card"
    return _found("log", good, what, "sudo hardware/install.sh --profile event, then restart", "warn")


def _watchdog(root: Path) -> Finding:
    """systemd's own word for it, and the kernel's."""
    seconds = _value(root, _SYSTEM, "RuntimeWatchdogSec")
    wanted = seconds not in ("", "0", "off", "default")
    try:
        armed = (root / "sys/class/watchdog/watchdog0/state").read_text().strip() == "active"
    except OSError:
        armed = False
    if wanted and armed:
        return _found("watchdog", True, f"the watchdog is armed ({seconds} s)", "")
    why = "is not running" if wanted else "is not set"
    remedy = "restart" if wanted else "sudo hardware/install.sh --profile event, then restart"
    return _found(
        "watchdog", False, f"the hardware watchdog {why}: a kernel that hangs stays so", remedy, "warn"
    )


def _value(root: Path, places: tuple[str, ...], key: str) -> str:
    """What systemd's configuration says of a key: the last word wins, folders after files, by name."""
    value = ""
    for place in places:
        path = root / place
        for file in sorted(path.glob("*.conf")) if path.is_dir() else [path] if path.is_file() else []:
            for line in file.read_text(errors="replace").splitlines():
                name, equals, said = line.partition("=")
                if equals and name.strip() == key:
                    value = said.strip()
    return value
