"""How the tower rolls: marbles, keys, secrets, and what it refuses."""

from __future__ import annotations

import pytest

from drivers.tower.proof import commitment
from tests.firmware.bench_board import Bench, bench

__all__ = ["bench"]


def test_the_first_edge_draws_and_a_bouncing_marble_is_one_marble(bench: Bench) -> None:
    bench.arm()
    assert len(bench.events(bench.marble() + bench.marble() + bench.marble())) == 1
    assert bench.board.rows[0].startswith("g ") and not bench.board.lit


def test_a_marble_that_was_on_its_way_when_the_roll_was_armed_does_not_count(bench: Bench) -> None:
    bench.marble()
    bench.wait(10)
    bench.arm()
    assert bench.board.lit and bench.marble() == b""
    bench.wait(20)
    assert bench.events(bench.marble())


@pytest.mark.parametrize("state", ["IDLE", "COMMIT"])
def test_a_marble_without_an_armed_roll_is_only_a_marble(bench: Bench, state: str) -> None:
    if state == "COMMIT":
        bench.ask("ARM", ("pool", "1d6"))
    assert bench.marble() == b"" and bench.ask("PING").values["st"] == state


@pytest.mark.parametrize("pairs", [(), (("pool", "1d7"),), (("pool", "1d6"), ("secret", 2))])
def test_arm_needs_a_pool(bench: Bench, pairs: tuple[tuple[str, object], ...]) -> None:
    assert bench.ask("ARM", *pairs).values == {"code": "ARG"}


def test_mix_needs_the_open_roll_and_sixteen_bytes(bench: Bench) -> None:
    assert bench.ask("MIX", ("no", 1), ("h", "a0" * 16)).values == {"code": "STATE"}
    bench.ask("ARM", ("pool", "1d6"))
    assert bench.ask("MIX", ("no", 2), ("h", "a0" * 16)).values == {"code": "STATE"}
    assert bench.ask("MIX", ("h", "a0" * 16)).values == {"code": "ARG"}
    for h in ("a0" * 15, "a0" * 17, "g0" * 16, "a"):
        assert bench.ask("MIX", ("no", 1), ("h", h)).values == {"code": "ARG"}
    assert bench.ask("MIX", ("no", 1), ("h", "A0" * 16)).values == {"no": "1"}
    assert bench.ask("MIX", ("no", 1), ("h", "a0" * 16)).values == {"code": "STATE"}


def test_void_reveals_the_secret_that_was_committed_to(bench: Bench) -> None:
    c = bench.ask("ARM", ("pool", "1d6")).values["c"]
    reply = bench.ask("VOID", ("no", 1))
    assert commitment(bench.tower._boot, 1, "1d6", bytes.fromhex(reply.values["t"])) == c
    assert bench.ask("VOID", ("no", 1)).values == {"code": "STATE"}
    assert bench.ask("STAT").values["voids"] == "1"


def test_a_secret_roll_is_shown_only_when_asked(bench: Bench) -> None:
    no = bench.arm("1d10+1d20", secret=True)
    (event,) = bench.events(bench.marble())
    assert bench.board.rows == ["done"]
    assert bench.ask("SHOW", ("no", no + 1)).values == {"code": "STATE"}
    assert bench.ask("SHOW", ("no", no)).verb == "OK"
    first, second = event.values["dice"].split("+")
    assert bench.board.rows == [f"d10 {first}", f"d20 {second}"]


def test_show_after_the_next_arm_or_a_void_is_too_late(bench: Bench) -> None:
    no = bench.arm("1d10", secret=True)
    bench.marble()
    later = bench.arm("1d20")
    assert bench.ask("SHOW", ("no", no)).values == {"code": "STATE"}
    bench.ask("VOID", ("no", later))
    assert bench.ask("SHOW", ("no", later)).values == {"code": "STATE"}


def test_mode_k_refuses_secret_rolls_and_knows_no_marble() -> None:
    bench = Bench(keyed=True)
    assert bench.hello().values["caps"] == "keys,led"
    assert bench.ask("ARM", ("pool", "1d6"), ("secret", 1)).values == {"code": "ARG"}
    bench.arm("1d6:w")
    assert bench.marble() == b"" and bench.board.rows == ["w", "d6: _"]
    bench.tower.key("5", bench.now)
    assert bench.board.rows == ["w 5", "# ok  * back"]


def test_mode_e_knows_no_keys(bench: Bench) -> None:
    bench.arm("1d6")
    for key in "5#":
        bench.tower.key(key, bench.now)
    assert bench.said() == b""


@pytest.mark.parametrize("good_draws", [0, 3])
def test_a_broken_source_rolls_nothing(good_draws: int) -> None:
    bench = Bench()
    bench.hello()
    for _ in range(good_draws):
        bench.ask("VOID", ("no", bench.ask("ARM", ("pool", "1d6")).values["no"]))
    bench.board.urandom = bytes  # type: ignore[method-assign]
    assert bench.ask("ARM", ("pool", "1d6")).values == {"code": "RNG"}
    assert bench.ask("PING").values["st"] == "IDLE"
