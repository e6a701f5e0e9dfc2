"""What pages send and what was kept of them: whatever it is, links stand or end with a code, and the table starts."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from device.web import link
from device.web.access import Access
from rules.games import GAMES
from tests.device.web.web import WebTable
from tests.torture.noise import counted, fuzz, plain, spoiled

__all__ = ["counted"]


@fuzz
@given(st.binary(max_size=200) | spoiled([b'[{"role":"seat","pod":3,"id":"abc"}]']))
@example(b"[" * 100_000)
def test_what_an_earlier_start_kept_of_the_pages(data: bytes) -> None:
    """A damaged file costs seats, never the start."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "access.json"
        file.write_bytes(data)
        Access(lambda: 0.0, file)


@pytest.mark.slow
def test_socket_messages(tmp_path: Path) -> None:
    """Whatever a page of any role says, its link stands or is closed with a code, and the table starts again after."""
    rng_examples: list[tuple[str, str]] = []
    words = [
        "key",
        "down",
        "pod",
        "do",
        "give",
        "marble",
        "fault",
        "invite",
        "save",
        "game",
        "sheet",
        "name",
        "value",
        "id",
        "seat",
        "on",
    ]
    actions = [
        "pause",
        "name",
        "lang",
        "holder",
        "game",
        "option",
        "sheet",
        "source",
        "volume",
        "undo",
        "absent",
        "host",
        "blink",
    ]
    value = plain | st.sampled_from([*actions, *GAMES, "OK", "PEEK", "+1", 1, 2, 7, True])
    message = st.dictionaries(st.sampled_from(words), value, min_size=1, max_size=5)

    @fuzz
    @given(st.sampled_from(["sim", "seat", "board", "host"]), message)
    def collect(role: str, said: dict[str, Any]) -> None:
        rng_examples.append((role, json.dumps(said)))

    collect()
    table = WebTable(tmp_path, draw=False)

    async def talk() -> None:
        pages: dict[str, Any] = {}
        for role, text in rng_examples:
            page = pages.get(role)
            if page is None or page.closed is not None:
                token = table.access.token(role, 5 if role == "seat" else None)  # type: ignore[arg-type]
                page = pages[role] = await table.open(role, token)  # type: ignore[arg-type]
            table.evening.alarm.advance(0.5)
            await page.say_raw(text)
            assert page.closed is not None or not page._task.done(), f"{role}: {text}"
            assert page.closed is None or page.closed[0] in (4000, link.LARGE, link.SLOW, link.UNKNOWN), (
                f"{role}: {text}"
            )
        table.pages[:] = list(pages.values())
        await table.close()

    asyncio.run(talk())
    assert "journal" not in table.crank.faults
    table.evening.again()
