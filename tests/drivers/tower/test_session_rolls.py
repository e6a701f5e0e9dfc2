"""How rolls end for the host: by dice, by being taken back, by a refusal."""

from __future__ import annotations

import pytest

from drivers.ports import Fault, TowerRolled, TowerVoided
from tests.drivers.tower.bench_session import HELLO, POOL, PROOF, ROLL, Bench, T, bench

__all__ = ["bench"]


# Events.


def test_a_repeated_event_is_acknowledged_again_and_dropped(bench: Bench) -> None:
    bench.armed()
    for _ in range(3):
        bench.tower(f"E5 ROLL {ROLL}")
        assert bench.said() == ["ACK"] and bench.ids == ["E5"]
    assert len(bench.ends) == 1


def test_what_the_tower_logs_is_logged_once(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "croupier.tower")
    for ident in ("E1", "E1", "E2"):
        bench.tower(f"{ident} LOG text=beam-dirty")
    assert caplog.messages == ["the tower says: beam-dirty"] * 2


def test_a_roll_for_another_number_or_none_is_acknowledged_and_ignored(bench: Bench) -> None:
    bench.tower(f"E4 ROLL {ROLL}")
    assert bench.said() == ["ACK"]
    bench.armed()
    bench.tower(f"E5 ROLL {ROLL}".replace("no=12", "no=11"))
    bench.tower("E6 LOG text=hello")
    bench.tower("E7 NOVEL no=12")
    assert bench.said() == ["ACK"] * 3 and bench.ends == []


def test_a_roll_that_comes_before_the_reply_to_mix_counts(bench: Bench) -> None:
    bench.session.arm(POOL, False, bench.now)
    bench.reply(f"COMMIT no=12 c={PROOF['c']}", to=f"ARM pool={POOL}")
    assert bench.said() == [f"MIX no=12 h={PROOF['h']}"]
    bench.tower(f"E5 ROLL {ROLL}")
    assert bench.ends[0].proof == PROOF
    assert bench.wait(1.9) == ["ACK"], "and MIX is not sent again"


@pytest.mark.parametrize(
    "values",
    [
        ROLL.replace("6,1,1,6", "7,1,1,6"),
        ROLL.replace("6,1,1,6", "0,1,1,6"),
        ROLL.replace("6,1,1,6", "1,1,6"),
        ROLL.replace("+", ","),
        ROLL.replace("6,1,1,6", "5,1,1,6"),
        ROLL.replace(T.hex(), "20" * 16),
        ROLL.replace(T.hex(), "20"),
        ROLL.replace(f" t={T.hex()}", ""),
        ROLL.replace("dice=6,1,1,6+3,2,6,4 ", ""),
    ],
)
def test_dice_that_are_impossible_or_break_the_commitment_are_void_and_told(
    bench: Bench, values: str
) -> None:
    bench.armed()
    bench.tower(f"E5 ROLL {values}")
    assert bench.said() == ["ACK"]
    assert [type(event) for event in bench.ends] == [TowerVoided]
    assert isinstance(bench.events[-3], Fault) and bench.states[-1] == "ready"


def test_the_tower_gives_up_and_reveals(bench: Bench) -> None:
    bench.armed()
    bench.tower(f"E5 VOID no=12 why=silence t={T.hex()}")
    assert bench.ends == [TowerVoided("the tower gave up: silence", PROOF, bench.now)]


# Taking back.


def test_an_armed_roll_is_taken_back(bench: Bench) -> None:
    bench.armed()
    bench.session.void(bench.now)
    bench.session.void(bench.now)
    bench.reply(f"VOID no=12 t={T.hex()}", to="VOID no=12")
    assert bench.ends == [TowerVoided("taken back", PROOF, bench.now)] and bench.states[-1] == "ready"


def test_a_broken_commitment_is_seen_even_in_a_void(bench: Bench) -> None:
    bench.armed()
    bench.session.void(bench.now)
    bench.reply(f"VOID no=12 t={'20' * 16}", to="VOID no=12")
    (end,) = bench.ends
    assert isinstance(end, TowerVoided) and "broke its commitment" in end.why


def test_the_marble_was_faster_than_the_void(bench: Bench) -> None:
    bench.armed()
    bench.session.void(bench.now)
    bench.reply("ERR code=STATE", to="VOID no=12")
    assert bench.ends == []
    bench.tower(f"E5 ROLL {ROLL}")
    assert [type(end) for end in bench.ends] == [TowerRolled]


@pytest.mark.parametrize("after", ["ARM", "MIX"])
def test_taken_back_before_it_was_armed(bench: Bench, after: str) -> None:
    bench.session.arm(POOL, False, bench.now)
    if after == "ARM":
        bench.session.void(bench.now)
    bench.reply(f"COMMIT no=12 c={PROOF['c']}", to=f"ARM pool={POOL}")
    if after == "MIX":
        bench.session.void(bench.now)
        bench.reply("ARMED no=12", to=f"MIX no=12 h={PROOF['h']}")
    bench.reply(f"VOID no=12 t={T.hex()}", to="VOID no=12")
    assert [type(end) for end in bench.ends] == [TowerVoided]


def test_nothing_to_take_back_nothing_to_show(bench: Bench) -> None:
    bench.session.void(bench.now)
    bench.session.reveal(bench.now)
    assert bench.said() == []


def test_show_names_the_last_roll(bench: Bench) -> None:
    bench.armed(secret=True)
    bench.tower(f"E5 ROLL {ROLL}")
    bench.said()
    bench.session.reveal(bench.now)
    bench.reply("OK no=12", to="SHOW no=12")


# Refusals.


def test_arm_is_refused_without_a_tower_while_busy_and_for_no_pool(bench: Bench) -> None:
    assert not Bench().session.arm(POOL, False, 0)
    assert not bench.session.arm("4d7", False, bench.now)
    assert bench.session.arm(POOL, False, bench.now)
    assert not bench.session.arm(POOL, False, bench.now)


def test_a_roll_of_somebody_else_is_taken_back_first(bench: Bench) -> None:
    bench.session.arm(POOL, False, bench.now)
    bench.reply("ERR code=BUSY no=9", to=f"ARM pool={POOL}")
    bench.reply(f"VOID no=9 t={T.hex()}", to="VOID no=9")
    bench.reply("ERR code=BUSY no=9", to=f"ARM pool={POOL}")
    assert [type(end) for end in bench.ends] == [TowerVoided], "once, not for ever"


def test_a_roll_that_was_open_before_the_handshake_is_taken_back() -> None:
    bench = Bench()
    bench.ready(state="st=ARMED no=9")
    bench.reply(f"VOID no=9 t={T.hex()}", to="VOID no=9")
    assert bench.ends == [] and bench.states == ["ready"]


def test_a_broken_random_source_is_told(bench: Bench) -> None:
    bench.session.arm(POOL, False, bench.now)
    bench.reply("ERR code=RNG", to=f"ARM pool={POOL}")
    assert any(isinstance(event, Fault) and "random" in event.what for event in bench.events)
    assert [type(end) for end in bench.ends] == [TowerVoided]


@pytest.mark.parametrize(
    "commit", ["no=12", "no=12 c=00", "no=0 c=" + "0" * 64, "c=" + "0" * 64, "no=12 c=" + "x" * 64]
)
def test_a_commitment_that_cannot_be_read_ends_the_roll(bench: Bench, commit: str) -> None:
    bench.session.arm(POOL, False, bench.now)
    bench.reply(f"COMMIT {commit}", to=f"ARM pool={POOL}")
    assert [type(end) for end in bench.ends] == [TowerVoided] and bench.said() == []


def test_another_version_or_another_board_is_no_tower() -> None:
    bench = Bench()
    bench.reply("HELLO " + HELLO.replace("v=1", "v=2"), to="HELLO v=1 host=croupier/0.1")
    assert [type(event) for event in bench.events] == [Fault] and bench.session.state == "absent"
    bench = Bench(wanted="0000000000000000")
    bench.reply("HELLO " + HELLO, to="HELLO v=1 host=croupier/0.1")
    assert bench.said() == [] and bench.session.waiting_since == 100.0
    bench = Bench(wanted="e66058388354a12f")
    bench.ready()
