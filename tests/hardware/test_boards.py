"""The board plans against the pin table and the data sheets: what is joined is exactly what must be joined."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from drivers import pins
from drivers.ports import KEYS
from hardware.make.board import FREE, PITCH, Bare, Board, Hole, Joined, Pad, Part, hole_name, joints
from hardware.make.hub_board import PODS, hub_board, socket_at
from hardware.make.pod_board import KEY_STEP, OLED, pod_board
from hardware.make.route import wires

# MCP23017 data sheet DS20001952, table 1-1 (PDIP): leg of each signal. Written out here, not taken from the plan.
EXPANDER = {f"GPB{i}": 1 + i for i in range(8)} | {f"GPA{i}": 21 + i for i in range(8)}
EXPANDER |= {
    "VDD": 9,
    "VSS": 10,
    "SCK": 12,
    "SDA": 13,
    "A0": 15,
    "A1": 16,
    "A2": 17,
    "RESET": 18,
    "INTB": 19,
    "INTA": 20,
}

POD, HUB = pod_board(), hub_board()


def metal(board: Board) -> Joined:
    return joints(board, [(wire.start, wire.end) for wire in wires(board)])


POD_METAL, HUB_METAL = metal(POD), metal(HUB)


def together(joined: Joined, *pads: Pad) -> bool:
    return all(joined.same(pads[0].at, pad.at) for pad in pads)


@pytest.mark.parametrize(("board", "joined"), [(POD, POD_METAL), (HUB, HUB_METAL)], ids=["pod", "hub"])
def test_each_net_is_one_piece_of_metal_and_no_two_nets_touch(board: Board, joined: Joined) -> None:
    owner: dict[Hole, str] = {}
    pieces: dict[str, set[Hole]] = {}
    for _, pad in board.pads():
        if pad.net == FREE:
            continue
        root = joined.root(pad.at)
        assert owner.setdefault(root, pad.net) == pad.net, (
            f"{owner[root]} touches {pad.net} at {hole_name(pad.at)}"
        )
        pieces.setdefault(pad.net, set()).add(root)
    assert {net: len(roots) for net, roots in pieces.items() if len(roots) > 1} == {}


@pytest.mark.parametrize("board", [POD, HUB], ids=["pod", "hub"])
def test_bare_wires_pass_no_leg_of_another_net(board: Board) -> None:
    taken = board.occupied()
    for bare in board.bare:
        assert {taken[hole].net for hole in bare.holes() if hole in taken} <= {bare.net}


@pytest.mark.parametrize("board", [POD, HUB], ids=["pod", "hub"])
def test_parts_do_not_stand_on_each_other(board: Board) -> None:
    """No leg of a part lies between the legs of another (within its body)."""
    for part, cols, rows in bodies(board):
        for other, pad in board.pads():
            inside = cols[0] < pad.at[0] < cols[1] and rows[0] < pad.at[1] < rows[1]
            assert other is part or not inside, f"{other.ref}.{pad.pin} stands in {part.ref}"


def bodies(board: Board) -> Iterator[tuple[Part, tuple[float, float], tuple[float, float]]]:
    for part in board.parts:
        cols, rows = [p.at[0] for p in part.pads], [p.at[1] for p in part.pads]
        yield part, (min(cols) - 0.4, max(cols) + 0.4), (min(rows) - 0.4, max(rows) + 0.4)


@pytest.mark.parametrize("key", KEYS)
def test_every_key_joins_its_expander_leg_to_ground_when_pressed(key: str) -> None:
    port, bit = pins.EXPANDER_KEYS[key]
    leg = POD.part("U1").pad(str(EXPANDER[f"GP{port}{bit}"]))
    ground = POD.part("U1").pad(str(EXPANDER["VSS"]))
    buttons = [part for part in POD.parts if part.shape == "key" and part.value == key]
    assert len(buttons) == (2 if key in ("PEEK", "OK") else 1)
    for button in buttons:
        # B3F data sheet: 1-2 and 3-4 are joined inside; pressing joins the pairs.
        assert together(POD_METAL, leg, button.pad("1"), button.pad("2"))
        assert together(POD_METAL, ground, button.pad("3"), button.pad("4"))
        assert not together(POD_METAL, leg, ground)


def test_keys_lie_in_two_lines_of_six_and_two_bars() -> None:
    at = {part.value: part.pad("1").at for part in POD.parts if part.shape == "key"}
    for i in range(6):
        assert at[f"+{i + 1}"][0] == at[f"-{i + 1}"][0] == KEY_STEP * i
    rows = [at[key][1] for key in ("+1", "-1", "PEEK")]
    assert rows == sorted(rows) and at["PEEK"][0] < at["OK"][0]


def test_expander_counts_counter_clockwise_from_its_notch_on_the_right() -> None:
    legs = [POD.part("U1").pad(str(n)).at for n in range(1, 29)]
    columns, rows = [at[0] for at in legs], [at[1] for at in legs]
    assert legs[0] == (max(columns), min(rows)) and legs[13] == (min(columns), min(rows))
    assert legs[14] == (min(columns), max(rows)) and legs[27] == (max(columns), max(rows))
    assert max(rows) - min(rows) == 3, "7.62 mm"


@pytest.mark.parametrize(
    ("contact", "leg", "screen"),
    [(1, "SDA", "SDA"), (3, "SCK", "SCL"), (4, "VDD", "VCC"), (5, "VSS", "GND"), (7, "INTA", None)],
)
def test_plug_expander_and_screen_agree(contact: int, leg: str, screen: str | None) -> None:
    plug, chip = POD.part("J1").pad(str(contact)), POD.part("U1").pad(str(EXPANDER[leg]))
    assert together(POD_METAL, plug, chip)
    if screen:
        printed = [name for name, _ in OLED].index(screen) + 1
        assert together(POD_METAL, plug, POD.part("J2").pad(str(printed)))


@pytest.mark.parametrize(("resistor", "leg"), [("R1", "SDA"), ("R2", "SCK"), ("R3", "RESET")])
def test_pull_ups_go_to_the_pods_own_3v3(resistor: str, leg: str) -> None:
    part, chip = POD.part(resistor), POD.part("U1")
    assert together(POD_METAL, part.pad("1"), chip.pad(str(EXPANDER["VDD"])))
    assert together(POD_METAL, part.pad("2"), chip.pad(str(EXPANDER[leg])))


def test_lamps_hang_on_the_two_legs_that_must_never_be_inputs() -> None:
    assert set(pins.EXPANDER_LAMPS) == {("A", 7), ("B", 7)}
    for number, (port, bit) in enumerate(pins.EXPANDER_LAMPS, 1):
        leg = POD.part("U1").pad(str(EXPANDER[f"GP{port}{bit}"]))
        resistor, led = POD.part(f"R{number + 3}"), POD.part(f"LD{number}")
        assert together(POD_METAL, leg, resistor.pad("1"))
        assert together(POD_METAL, resistor.pad("2"), led.pad("1"))
        assert together(POD_METAL, led.pad("2"), POD.part("U1").pad("10"))


def test_expander_is_at_its_address_and_both_chips_get_a_reset_pulse() -> None:
    chip = POD.part("U1")
    low = [
        i
        for i in range(3)
        if together(POD_METAL, chip.pad(str(EXPANDER[f"A{i}"])), chip.pad(str(EXPANDER["VSS"])))
    ]
    assert 0x20 | sum(1 << i for i in range(3) if i not in low) == pins.EXPANDER_ADDRESS
    res = POD.part("J2").pad("5")
    assert together(
        POD_METAL, chip.pad(str(EXPANDER["RESET"])), POD.part("R3").pad("2"), POD.part("C3").pad("1"), res
    )
    assert together(POD_METAL, POD.part("D1").pad("1"), chip.pad(str(EXPANDER["VDD"])))
    assert chip.pad(str(EXPANDER["INTB"])).net == FREE


def test_pod_sees_3v3_and_never_5v() -> None:
    assert "5V" not in {pad.net for _, pad in POD.pads()}
    for pod in range(1, PODS + 1):
        assert not together(HUB_METAL, HUB.part(f"J{pod}").pad("4"), HUB.part("J0").pad("2"))


@pytest.mark.parametrize("pin", pins.PINS, ids=lambda pin: pin.name)
def test_ribbon_leads_each_pin_of_the_table_to_its_part(pin: pins.Pin) -> None:
    ends = {
        "sda": ("U1", "SDA"),
        "scl": ("U1", "SCL"),
        "reset": ("U1", "RST"),
        "int": ("J1", "7"),
        "power": ("RB", "1"),
        "buzzer": ("RT", "1"),
        "lamp": ("RL", "1"),
        "host": ("JH", "1"),
        "shutdown": ("JS", "1"),
        "uart_tx": ("JT", "1"),
        "uart_rx": ("JT", "2"),
    }
    ref, leg = ends[pin.name]
    assert together(HUB_METAL, HUB.part("J0").pad(str(pin.physical)), HUB.part(ref).pad(leg))


def test_ribbon_joins_every_supply_pin_it_uses() -> None:
    for supply, places in pins.POWER_PINS.items():
        pads = [HUB.part("J0").pad(str(place)) for place in places]
        assert {pad.net for pad in pads} == {supply} and together(HUB_METAL, *pads)


@pytest.mark.parametrize("pod", range(1, PODS + 1))
def test_each_pod_has_its_channel_behind_hot_plug_parts(pod: int) -> None:
    plug, mux = HUB.part(f"J{pod}"), HUB.part("U1")
    for contact, ref, channel in (("1", "RD", "SD"), ("3", "RC", "SC")):
        resistor = HUB.part(f"{ref}{pod}")
        assert together(HUB_METAL, plug.pad(contact), resistor.pad("1"))
        assert together(HUB_METAL, resistor.pad("2"), mux.pad(f"{channel}{pod - 1}"))
    fuse, diode = HUB.part(f"F{pod}"), HUB.part(f"D{pod}")
    assert together(HUB_METAL, plug.pad("4"), fuse.pad("1"), diode.pad("1"))
    assert together(HUB_METAL, fuse.pad("2"), HUB.part("Q1").pad("D"))
    assert together(HUB_METAL, diode.pad("2"), *(plug.pad(contact) for contact in "2568"))
    others = [HUB.part(f"J{other}").pad(c) for other in range(1, PODS + 1) if other != pod for c in "134"]
    assert not any(together(HUB_METAL, plug.pad(c), pad) for c in "134" for pad in others)


def test_sockets_of_hub_and_pod_agree_contact_by_contact() -> None:
    pod_names = [pad.net for pad in POD.part("J1").pads]
    for pod in range(1, PODS + 1):
        hub_names = [pad.net for pad in HUB.part(f"J{pod}").pads]
        own = {f"SDA{pod}": "SDA", f"SCL{pod}": "SCL", f"POD{pod}V": "3V3"}
        assert [own.get(name, name) for name in hub_names] == pod_names
        assert socket_at(pod)[0] == HUB.part(f"J{pod}").pad("1").at


def test_power_switch_is_on_at_rest_and_follows_the_enable_pin() -> None:
    assert (pins.POWER.active, pins.POWER.pull) == ("high", "up")
    part = HUB.part
    assert together(HUB_METAL, part("RP").pad("1"), part("J0").pad("1")), "pull-up to the Pi's own 3.3 V"
    assert together(HUB_METAL, part("RP").pad("2"), part("RB").pad("1"))
    assert together(HUB_METAL, part("Q2").pad("C"), part("Q1").pad("G"), part("RG").pad("2"))
    assert together(HUB_METAL, part("Q1").pad("S"), part("RG").pad("1"), part("JP1").pad("2"))


def test_piezo_sees_no_direct_current() -> None:
    part = HUB.part
    assert together(HUB_METAL, part("JB").pad("1"), part("CB").pad("2"), part("RZ").pad("1"))
    assert not together(HUB_METAL, part("JB").pad("1"), part("J0").pad(str(pins.BUZZER.physical)))


def test_wires_run_around_every_foreign_leg() -> None:
    for board in (POD, HUB):
        taken = board.occupied()
        for wire in wires(board):
            for (x0, y0), (x1, y1) in zip(wire.path, wire.path[1:], strict=False):
                steps = max(abs(x1 - x0), abs(y1 - y0))
                dots = [(x0 + (x1 - x0) * i // steps, y0 + (y1 - y0) * i // steps) for i in range(steps + 1)]
                holes = [(x // 3, y // 3) for x, y in dots if x % 3 == 0 and y % 3 == 0]
                assert all(hole in (wire.start, wire.end) or hole not in taken for hole in holes)


def test_a_board_refuses_two_legs_in_one_hole_and_a_slanting_bare_wire() -> None:
    one = Part("R1", "1 kΩ", "axial", (Pad("1", "A", (0, 0)), Pad("2", "B", (0, 3))))
    two = Part("R2", "1 kΩ", "axial", (Pad("1", "C", (0, 3)), Pad("2", "D", (3, 3))))
    with pytest.raises(ValueError, match="A4"):
        Board("t", "t", 5, 5, (one, two), ()).occupied()
    with pytest.raises(ValueError, match="off the board"):
        Board("t", "t", 2, 2, (one,), ()).occupied()
    with pytest.raises(ValueError, match="neither level nor upright"):
        Bare("GND", (0, 0), (1, 1)).holes()


def test_hole_names_go_on_after_z() -> None:
    assert [hole_name(hole) for hole in ((0, 0), (25, 9), (26, 0), (29, 45))] == ["A1", "Z10", "AA1", "AD46"]
    assert PITCH == 2.54
