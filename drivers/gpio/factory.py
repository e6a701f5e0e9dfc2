"""The one pin factory, chosen openly: gpiozero's own search falls back silently to libraries that do not work."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Any

from drivers.pi_settings import Backend

HEADER_CHIPS = ("brcm,bcm2835-gpio", "brcm,bcm2711-gpio", "raspberrypi,rp1-gpio")
"""Device-tree names of the chip behind the 40-pin header: Pi 1 to 3 and Zero, Pi 4, Pi 5."""
NO_LGPIO = (
    "lgpio is not installed: pip install 'croupier[pi]'; on Python 3.13 use Debian's python3-lgpio and a virtual"
    " environment made with --system-site-packages"
)
EMPTY_LGPIO = (
    "the lgpio that is installed is an empty package (version 0.0.0.2, without gpiochip_open): pip uninstall lgpio,"
    " apt install python3-lgpio, and use a virtual environment made with --system-site-packages"
)
NO_GROUP = (
    "no permission for {}: add the user to the group gpio (sudo usermod -aG gpio $USER), then log in again"
)


class PinsUnavailable(RuntimeError):
    """The header's pins cannot be used. The text says why and what to do."""


def compatible(chip: Path) -> tuple[str, ...]:
    """Device-tree names of a chip under /sys/bus/gpio/devices, or nothing if it has none."""
    try:
        names = (chip / "of_node" / "compatible").read_bytes()
    except OSError:
        return ()
    return tuple(name.decode("ascii", "replace") for name in names.split(b"\0") if name)


def find_chip(root: Path = Path("/")) -> int:
    """Number N of the /dev/gpiochipN behind the header. It moved between kernels (0, 4, 0 again on the Pi 5), so it
    is found by its device-tree name. Raises `PinsUnavailable`."""
    chips = sorted((root / "sys/bus/gpio/devices").glob("gpiochip*"))
    for chip in chips:
        if set(compatible(chip)) & set(HEADER_CHIPS):
            return int(chip.name.removeprefix("gpiochip"))
    seen = ", ".join(f"{chip.name} ({' '.join(compatible(chip)) or 'unnamed'})" for chip in chips) or "none"
    raise PinsUnavailable(f"no GPIO chip of a Raspberry Pi's header found; chips here: {seen}")


def model(root: Path = Path("/")) -> str:
    """The board as its device tree names it ("Raspberry Pi 5 Model B Rev 1.0"), or ""."""
    try:
        return (root / "proc/device-tree/model").read_text().rstrip("\0\n")
    except OSError:
        return ""


def open_factory(backend: Backend = "lgpio", root: Path = Path("/")) -> Any:
    """A gpiozero factory for the header. Raises `PinsUnavailable`.

    lgpio puts its notification pipes (`.lgd-nfy*`) into the working directory, so that must be writable; set LG_WD
    only after all relative paths were resolved, because lgpio changes into it.
    """
    return _rpigpio(root) if backend == "rpigpio" else _lgpio(find_chip(root))


def notifier_lives() -> bool:
    """lgpio has one thread for all edges, and one exception in any callback ends it for good. True if it runs, or
    if lgpio is not in use."""
    import sys

    thread = getattr(sys.modules.get("lgpio"), "_notify_thread", None)
    return thread is None or bool(thread.is_alive())


def _lgpio(chip: int) -> Any:
    try:
        library = importlib.import_module("lgpio")
    except ImportError as error:
        raise PinsUnavailable(NO_LGPIO) from error
    if not hasattr(library, "gpiochip_open"):
        raise PinsUnavailable(EMPTY_LGPIO)
    if not os.access(os.getcwd(), os.W_OK) and "LG_WD" not in os.environ:
        raise PinsUnavailable(f"lgpio cannot write into the working directory {os.getcwd()}: start elsewhere")
    try:
        return importlib.import_module("gpiozero.pins.lgpio").LGPIOFactory(chip=chip)
    except Exception as error:  # lgpio.error has no useful base
        device = f"/dev/gpiochip{chip}"
        denied = os.path.exists(device) and not os.access(device, os.R_OK | os.W_OK)
        words = NO_GROUP.format(device) if denied else f"{device} cannot be opened: {error}"
        raise PinsUnavailable(words) from error


def _rpigpio(root: Path) -> Any:
    if "Raspberry Pi 5" in model(root):
        raise PinsUnavailable(
            "RPi.GPIO cannot drive a Raspberry Pi 5: install croupier[pi] and set pins to lgpio"
        )
    try:
        return importlib.import_module("gpiozero.pins.rpigpio").RPiGPIOFactory()
    except Exception as error:  # it raises RuntimeError where it does not know the board
        raise PinsUnavailable(f"RPi.GPIO cannot be used here: {error}; install croupier[pi]") from error
