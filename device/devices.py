"""What a table is plugged into."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from device.scene import Join
from device.seat.mind import Mind, at_once
from drivers.ports import Buzzer, Lamp, Pod, Tower


class Devices(msgspec.Struct):
    """What the table is plugged into. Each may be a twin."""

    pods: dict[int, Pod]
    buzzer: Buzzer
    lamp: Lamp
    tower: Tower | None = None
    host_key: bool = True
    """Whether the hub has a HOST key; without one PEEK and OK held for two seconds are it."""
    mind: Mind = at_once
    """Where searching bots think: off the loop on a table that people play at."""
    phone: Callable[[int], Pod] | None = None
    """Makes the pod that is a phone; None where phones are not served."""
    invite: Callable[[int], Join] | None = None
    """Makes an invitation for a pod's seat, void once a newer one is made; ValueError where no panel can show it."""
