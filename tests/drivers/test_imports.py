"""Everything imports on a machine that has none of the hardware's libraries."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = """
import importlib, pkgutil, sys
for name in ("gpiozero", "lgpio", "luma", "luma.core", "luma.oled", "smbus2", "serial", "evdev", "RPi"):
    sys.modules[name] = None
import drivers
names = [module.name for module in pkgutil.walk_packages(drivers.__path__, "drivers.")]
for name in names:
    importlib.import_module(name)
print(len(names))
"""


def test_every_driver_imports_without_its_library() -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 40
