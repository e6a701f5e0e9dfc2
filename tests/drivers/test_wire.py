"""The wire's figures hold their bounds, and what counts them counts right."""

from __future__ import annotations

import pytest

from drivers.models.rig import ModelRig
from tests.bench import bench_wire
from tests.bench.tally import Luma, Tally
from tests.drivers.samples import box, screens

pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")


@pytest.mark.slow
def test_every_figure_keeps_its_bound() -> None:
    for name, figure in bench_wire.run().items():
        assert float(figure["value"]) <= float(figure["bound"]), name


def test_luma_sends_everything_always() -> None:
    luma = Luma()
    assert [luma.display(screens()["bid_en"]) for _ in range(2)] == [1034, 1034]


def test_the_tally_counts_pictures_bytes_and_changes() -> None:
    rig = ModelRig(2)
    rig.settle()
    tally = Tally(rig)
    frame = box(bytes(1024), 0, 0, 14, 24)
    for _ in range(3):
        rig.hardware.pods[1].show(frame)
    rig.settle()
    rig.advance(0.1)
    assert (tally.pictures, tally.changed, tally.sent) == (3, 42, 52)
    assert tally.keys > 0
