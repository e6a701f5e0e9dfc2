"""What the screens and keys cost on the wire, against luma's own `display()` recorded in the same run.

Run it alone with `python -m tests.bench.bench_wire`.
"""

from __future__ import annotations

import json
import statistics
import time
import warnings
from collections.abc import Callable
from random import Random

from drivers.i2c.oled import Oled
from drivers.models.bus import Transfer
from drivers.models.rig import ModelRig
from drivers.ports import Edge, Event, Frame
from tests.bench.tally import Luma
from tests.drivers.samples import box, noise, screens

Figure = dict[str, float | str]

DARK = bytes(1024)
DIGITS = (96, 16, 29, 24)
"""Two digits of the big number, 14 by 24 pixels each (the grid's right panel)."""
ROW = (1, 24, 126, 16)
"""Where an inverse row over the six columns, 8 pixels high, changes the picture when it moves by one."""
LINE = (2, 48, 46, 8)
"""A short line of 8-pixel text."""


def run() -> dict[str, Figure]:
    """Every `wire.*` figure that needs no game: name → value, unit, baseline and bound."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        luma = Luma()
        figures = _bytes(luma) | {"wire.python_time": _python_time(luma)}
    share = _seven_pods()
    median, worst = _key_to_byte()
    return figures | {
        "wire.seven_pods": _figure(share, "share of a 400 kHz bus", 1.0, 0.35),
        "wire.key_to_byte": _figure(median, "ms median", 25.0, 25.0),
        "wire.key_to_byte_worst": _figure(worst, "ms worst", 60.0, 60.0),
    }


def _bytes(luma: Luma) -> dict[str, Figure]:
    bid, changes = screens()["bid_en"], {"countdown": DIGITS, "text_line": LINE}
    bounds = {"countdown": 0.10, "cursor": 0.26, "text_line": 0.06, "new_screen": 0.82}
    ours = {name: float(_sent(bid, box(bid, *area))) for name, area in changes.items()}
    rows = [box(bid, *ROW[:1], top, ROW[2], 8) for top in (16, 24, 32, 40, 32, 24, 16)]
    ours["cursor"] = _sent(bid, *rows) / (len(rows) - 1)
    ours["new_screen"] = statistics.mean(_sent(DARK, frame) for frame in screens().values())
    theirs = luma.display(bid)
    figures = {
        f"wire.{name}": _figure(size / theirs, "of luma's bytes", theirs, bounds[name])
        for name, size in ours.items()
    }
    figures["wire.unchanged"] = _figure(_sent(bid, bytes(bid)), "bytes", luma.display(bid), 0.0)
    return figures


def _sent(start: Frame, first: Frame, *rest: Frame) -> int:
    """Bytes on the wire that turn one picture into another; with several, those from the first to the last."""
    oled = Oled("ssd1309")
    oled.forget()
    for frame in (DARK, start, *((first,) if rest else ())):
        oled.want(frame)
        _drain(oled)
    size = 0
    for frame in rest or (first,):
        oled.want(frame)
        size += _drain(oled)
    return size


def _drain(oled: Oled) -> int:
    size = 0
    while oled.pieces:
        size += oled.pieces[0].size
        oled.sent(oled.pieces[0])
    return size


def _python_time(luma: Luma) -> Figure:
    """Our time for a picture, in which a digit changes four times as often as the whole screen, against luma's."""
    oled, frames = Oled("ssd1309"), []
    for name in ("bid_en", "trade_en", "turn_ja", "cards_ja"):
        base = screens()[name]
        frames += [base, *(box(base, *area) for area in (DIGITS, LINE, DIGITS, ROW, DIGITS, DIGITS))]

    def ours() -> None:
        for frame in frames:
            oled.want(frame)
            _drain(oled)

    def theirs() -> None:
        for frame in frames:
            luma.display(frame)

    ours()
    mine, lumas = _best(ours) / len(frames), _best(theirs) / len(frames)
    return _figure(mine / lumas, f"of luma's time ({mine * 1e6:.0f} µs)", round(lumas * 1e6), 0.2)


def _best(call: Callable[[], None]) -> float:
    times = []
    for _ in range(7):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return min(times)


def _seven_pods() -> float:
    """Seven countdowns of two digits at 10 Hz and keys at 50 Hz, multiplexer included, as a share of 400 kHz."""
    rig = ModelRig(7, keep=False)
    base = screens()["trade_en"]
    for pod in rig.hardware.pods.values():
        pod.show(base)
    rig.settle()
    busy = rig.bus.busy
    for tick in range(50):
        for pod in rig.hardware.pods.values():
            pod.show(box(base, *DIGITS, seed=1 + tick))
        rig.advance(0.1)
    return (rig.bus.busy - busy) / 5.0


def _key_to_byte(presses: int = 150) -> tuple[float, float]:
    """Contact to the first changed byte of the echo, in ms, while seven whole pictures are queued at 200 kHz and
    no interrupt helps. The table answers at once; its own time is measured elsewhere."""
    random = Random(5)
    waits: list[float] = []
    echoed: list[int] = []

    def answer(event: Event) -> None:
        if isinstance(event, Edge) and event.down:
            rig.hardware.pods[event.pod].show(box(noise(seed), *ROW))
            echoed.append(event.pod)

    def seen(transfer: Transfer) -> None:
        if echoed and transfer.pod == echoed[0] and transfer.changed:
            waits.append(transfer.ended - began)
            echoed.clear()

    rig = ModelRig(7, speed=200_000, sink=answer, keep=False, faults="at 0s int lost")
    rig.settle()
    rig.bus.hooks.append(seen)
    for seed in range(presses):
        for pod in rig.hardware.pods.values():
            pod.show(noise(seed))
        rig.advance(random.uniform(0.0, 0.15))
        pod_number, began = random.randint(1, 7), rig.alarm.now()
        rig.press(pod_number, "+1")
        rig.advance(0.5)
    assert len(waits) == presses, f"{presses - len(waits)} presses had no echo"
    return statistics.median(waits) * 1000, max(waits) * 1000


def _figure(value: float, unit: str, baseline: float, bound: float) -> Figure:
    return {"value": round(value, 4), "unit": unit, "baseline": baseline, "bound": bound}


if __name__ == "__main__":
    print(json.dumps(run(), indent=2, ensure_ascii=False))
