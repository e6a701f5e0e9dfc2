"""Which pictures show numbers of a sheet, and so are marked where that is only the stand-in."""

from __future__ import annotations

from device.scene import Join
from rules.page import Chart, Dice, Holding, Page
from rules.prompt import Prompt

LOOKS = ("orders", "stocks")


def shows_sheet(page: Page | Join | None, prompt: Prompt | None) -> bool:
    """Prices, charts and what dice come to; not who is waited for, nor a card, nor coins."""
    if prompt is not None:
        reckoned = prompt.look == "dice" and bool(prompt.gauges)
        return prompt.look in LOOKS or reckoned
    if isinstance(page, Dice):
        return page.total is not None
    return isinstance(page, Chart) or (isinstance(page, Holding) and page.look == "stocks")
