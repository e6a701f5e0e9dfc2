"""Reading a log (games.md, section 0): what is malformed, what is tolerated, and which code comes first."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.fold import Fold
from rules.games import GAMES
from rules.log import lines, read_entry, read_header, write
from rules.replay import LogError, replay

BULL: dict[str, Any] = {"log": "croupier/1", "game": "bull-rally", "seats": 2}
DRUG: dict[str, Any] = {"log": "croupier/1", "game": "drug-dealer", "seats": 3}
CASES: dict[str, Any] = {"log": "croupier/1", "game": "forty-eight", "seats": 4}
READY = '{"by": 1, "do": "ready"}'


def log(header: dict[str, Any], *entries: str | dict[str, Any]) -> bytes:
    return "\n".join(e if isinstance(e, str) else json.dumps(e) for e in (header, *entries)).encode()


def stop(data: bytes) -> tuple[int, str]:
    """The line and code at which it stops."""
    with pytest.raises(LogError) as error:
        replay(data, GAMES)
    return error.value.line, error.value.code


def fine(data: bytes) -> Fold:
    return replay(data, GAMES)


def entry(by: int | str, do: str, **keys: Any) -> dict[str, Any]:
    return {"by": by, "do": do, **keys}


# The header


@pytest.mark.parametrize("header", [BULL, DRUG, CASES], ids=lambda h: h["game"])
def test_a_header_without_options_takes_the_defaults(header: dict[str, Any]) -> None:
    fold = fine(log(header))
    assert set(fold.header.options) == {o.id for o in fold.game.options}
    plain = {o.id: o.first for o in fold.game.options if o.id != "suits"}
    assert {k: v for k, v in fold.header.options.items() if k != "suits"} == plain


@pytest.mark.parametrize("header", [BULL, DRUG, CASES], ids=lambda h: h["game"])
def test_a_complete_header_reads_back_to_itself(header: dict[str, Any]) -> None:
    """The device always writes every option and the whole sheet."""
    full = fine(log({**header, "names": ["x"] * header["seats"], "rules": 1})).header
    assert read_header(write(full), GAMES)[1] == full


@pytest.mark.parametrize(
    "change",
    [
        {"log": "croupier/2"}, {"log": 1}, {"game": "chess"}, {"game": None}, {"seats": "2"}, {"seats": 2.0},
        {"seats": True}, {"seats": 1}, {"seats": 7}, {"options": []}, {"options": {"void_at": "roll"}},
        {"options": {"first": 1}}, {"options": {"orders": "maybe"}}, {"options": {"trade_seconds": "10"}},
        {"names": ["Ken"]}, {"names": ["Ken", 2]}, {"names": "KM"}, {"names": None}, {"pods": [1]}, {"pods": [1, 1]},
        {"pods": [0, 1]}, {"pods": [1, "2"]}, {"pods": [1, 2.0]}, {"sheet": None}, {"sheet": []}, {"sheet": {}},
        {"rules": "1"}, {"commit": 5}, {"seed": 5}, {"id": 5}, {"started": 5}, {"about": 5},
    ],
    ids=str,
)  # fmt: skip
def test_malformed_headers(change: dict[str, Any]) -> None:
    """Unknown game, version, option or value, another game's option, seats out of range, names, pods, sheet, types."""
    assert stop(log({**BULL, **change}, READY)) == (1, "malformed")


@pytest.mark.parametrize("key", ["log", "game", "seats"])
def test_a_header_needs_its_three_keys(key: str) -> None:
    assert stop(log({k: v for k, v in BULL.items() if k != key})) == (1, "malformed")


@pytest.mark.parametrize("first", [0, 4, "1", None, 1.0])
def test_first_is_a_seat_of_this_table(first: Any) -> None:
    """`first` outside 1..n is malformed."""
    assert stop(log({**DRUG, "options": {"first": first}})) == (1, "malformed")
    assert fine(log({**DRUG, "options": {"first": 3}})).state.dealer == 3


FIVE = ["red", "blue", "yellow", "green", "black"]


@pytest.mark.parametrize(
    "suits",
    [FIVE[:4], [*FIVE, "white"], [*FIVE[:4], "red"], [*FIVE[:4], "pink"], [*FIVE[:4], 5], "red", 5, None],
)
def test_wrong_suits(suits: Any) -> None:
    """Exactly 3/5/6 distinct names."""
    assert stop(log({**CASES, "options": {"suits": suits}})) == (1, "malformed")


def test_suits_and_names_and_pods_that_stand() -> None:
    header = {
        **CASES,
        "options": {"suits": FIVE[::-1]},
        "names": ["", "b", "c", "ケン"],
        "pods": [6, 2, 4, 1],
    }
    assert list(fine(log(header)).header.options["suits"]) == FIVE[::-1]


def test_forty_eight_ignores_a_sheet() -> None:
    """Forty-Eight has no sheet, one given is ignored."""
    assert fine(log({**CASES, "sheet": {"dice": 1}})).count == 0


@pytest.mark.parametrize(
    "dice",
    [
        None, {}, {"d4": [0, 5]}, {d: [0, 5] for d in ("d4", "d6", "d8", "d10", "d12")},
        {d: [0, 5] for d in ("d4", "d6", "d8", "d10", "d12", "d20")},
        {**{d: [0, 5] for d in ("d4", "d6", "d8", "d10")}, "d20": [0.5, 5]},
        {**{d: [0, 5] for d in ("d4", "d6", "d8", "d10")}, "d20": [5]},
    ],
    ids=str,
)  # fmt: skip
def test_drug_dealers_sheet_has_exactly_the_five_dice_in_integers(dice: Any) -> None:
    assert stop(log({**DRUG, "sheet": {"dice": dice}})) == (1, "malformed")
    whole = {d: [-8, 5] for d in ("d4", "d6", "d8", "d10", "d20")}
    assert fine(log({**DRUG, "sheet": {"dice": whole}})).count == 0


@pytest.mark.parametrize("first", ['"text"', "[]", "7", "{", "null", READY])
def test_a_log_begins_with_a_header(first: str) -> None:
    assert stop(first.encode()) == (1, "malformed")


# Lines


@pytest.mark.parametrize("data", [b"", b"\n", b"\r\n\r\n", b"\xef\xbb\xbf", b"  \t\n"])
def test_an_empty_file_is_malformed_at_line_1(data: bytes) -> None:
    assert stop(data) == (1, "malformed")


def test_blank_lines_are_skipped_but_counted() -> None:
    head, ready = json.dumps(BULL), READY
    assert stop(f"\n{head}\n\n \t\n{ready}\n\n{ready}\n".encode()) == (7, "already-done")


def test_crlf_and_one_bom_are_accepted() -> None:
    data = log(BULL, READY, READY).replace(b"\n", b"\r\n")
    assert stop(b"\xef\xbb\xbf" + data) == (3, "already-done")
    assert stop(b"\xef\xbb\xbf\xef\xbb\xbf" + data) == (1, "malformed")


def test_a_log_may_stop_anywhere_with_or_without_an_end_of_line() -> None:
    assert fine(log(BULL, READY)).count == fine(log(BULL, READY) + b"\n").count == 1


@pytest.mark.parametrize(
    "line",
    [
        "{", "[]", "7", '"ready"', "null", "{}", '{"by": 1}', '{"do": "ready"}', '{"by": 1, "do": "fly"}',
        '{"by": 1, "do": 7}', '{"by": 1, "do": null}', '{"by": null, "do": "ready"}', '{"by": "1", "do": "ready"}',
        '{"by": 1.0, "do": "ready"}', '{"by": true, "do": "ready"}', '{"by": "dealer", "do": "ready"}',
        '{"by": [1], "do": "ready"}', '{"by": 1, "do": "bid", "coins": []}', '{"by": 1, "do": "decline"}',
        '{"by": 1, "do": "ready", "do": "ready"}', '{"by": 1, "by": 2, "do": "ready"}',
        '{"by": 1, "do": "ready", "x": 1, "x": 1}', '{"by": 1, "do": "ready", "x": {"y": 1, "y": 2}}',
        '{"by": 1, "do": "ready", "x": NaN}', '{"by": 1, "do": "ready", "x": Infinity}',
        '{"by": 1, "do": "ready", "x": [-Infinity]}', '{"by": 1, "do": "ready"} {}', '{"by": 1, "do": "ready",}',
        "{'by': 1, 'do': 'ready'}", '{"by": 1, "do": "ready"} // then', '{"by": 1, "do": "ready", "x": 01}',
        '{"by": 1, "do": "ready", "on": "yes"}', '{"by": 1, "do": "ready", "on": null}', "\ufeff" + READY,
    ],
)  # fmt: skip
def test_malformed_lines(line: str) -> None:
    """Bad JSON, unknown or missing do or by, wrong types, another game's do, doubled keys, NaN and Infinity."""
    assert stop(log(BULL, line)) == (2, "malformed")


@pytest.mark.parametrize(
    "bytes_", [b'{"by": 1, "do": "ready", "x": "\xff"}', b"\xff\xfe", b'{"by": 1, "do": "re\x00ady"}']
)
def test_malformed_bytes(bytes_: bytes) -> None:
    """UTF-8."""
    assert stop(log(BULL) + b"\n" + bytes_) == (2, "malformed")


@pytest.mark.parametrize("depth", [2_000, 200_000])
def test_nested_too_deeply_is_malformed_and_no_crash(depth: int) -> None:
    deep = "[" * depth + "]" * depth
    assert stop(log(BULL, f'{{"by": 1, "do": "ready", "x": {deep}}}')) == (2, "malformed")


def test_doubled_keys_and_nan_in_a_header() -> None:
    head = json.dumps(BULL)
    assert stop(head.replace("{", '{"seats": 2, ', 1).encode()) == (1, "malformed")
    assert stop(head.replace("{", '{"x": NaN, ', 1).encode()) == (1, "malformed")


def test_unknown_extra_keys_are_ignored() -> None:
    fold = fine(log({**BULL, "weather": "fine"}, entry(1, "ready", x={"y": [1, None]}, stock="?")))
    assert fold.state.ready == (True, False)


@pytest.mark.parametrize("number", ["9" * 19, "9" * 30, "-1", "0", "9" * 4000])
def test_a_number_of_any_length_is_a_number(number: str) -> None:
    assert stop(log(BULL, f'{{"by": {number}, "do": "ready"}}')) == (2, "unknown")


# The keys that all entries share


@pytest.mark.parametrize("by", [1, "host", "clock"])
@pytest.mark.parametrize("keys", [{"src": "typed"}, {"proof": {"h": "00"}}])
def test_src_and_proof_belong_to_chance(by: int | str, keys: dict[str, Any]) -> None:
    assert stop(log(BULL, entry(by, "ready" if by == 1 else "open", **keys))) == (2, "malformed")


@pytest.mark.parametrize("by, do", [("host", "open"), ("clock", "open"), ("host", "end"), ("host", "undo")])
def test_as_belongs_to_a_seat(by: str, do: str) -> None:
    assert stop(log(BULL, entry(by, do, **{"as": "host"}))) == (2, "malformed")


@pytest.mark.parametrize("keys", [{"as": "seat"}, {"as": 1}, {"src": "dream"}, {"src": 1}, {"proof": "x"}])
def test_words_outside_a_fixed_list_are_malformed(keys: dict[str, Any]) -> None:
    by = 1 if "as" in keys else "chance"
    assert stop(log(BULL, entry(by, "ready", **keys))) == (2, "malformed")


def test_as_host_changes_no_rule() -> None:
    fold = fine(log(BULL, entry(1, "ready", **{"as": "host"})))
    assert fold.state.ready == (True, False)
    assert fold.top is not None and json.loads(write(fold.top.entry))["as"] == "host"


def test_malformed_comes_before_any_code() -> None:
    """In any phase, whoever it is by."""
    assert stop(log(BULL, entry(9, "order", stock=1, side="hold"))) == (2, "malformed")
    assert stop(log(BULL, entry("host", "end"), entry(1, "order", stock=1))) == (3, "malformed")


def test_an_entry_is_written_as_it_is_read() -> None:
    """A line that the device wrote re-encodes to itself."""
    game = GAMES["bull-rally"]
    for line in (
        b'{"do":"ready","by":1}',
        b'{"do":"order","by":2,"stock":3,"side":null}',
        b'{"do":"news","by":"chance","src":"tower","proof":{"h":"00"},"card":{"stock":4,"value":-2},"for":1}',
    ):
        assert write(read_entry(line, game)) == line


def test_lines_are_counted_from_1() -> None:
    assert list(lines(b"a\n\n b \r\n\t\nc")) == [(1, b"a"), (3, b"b"), (5, b"c")]
