"""Every page and every prompt as a frame: `render` finds the drawing by the struct's type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from device.scene import Join, Scene
from device.screens.frame import Frame
from device.screens.pages import join, lists, plain, prompts, things
from device.screens.pages.stage import Stage
from device.screens.speech import Speech
from device.screens.widgets import strip
from rules import page as vocabulary
from rules.prompt import Draft

_DRAWINGS: dict[type[msgspec.Struct], Callable[[Stage, Any], None]] = {
    vocabulary.Verdict: plain.verdict,
    vocabulary.Waiting: plain.waiting,
    vocabulary.Notice: plain.notice,
    vocabulary.Holding: things.holding,
    vocabulary.Dice: things.dice,
    vocabulary.Cases: things.cases,
    vocabulary.Chart: things.stock,
    vocabulary.Tower: things.tower,
    vocabulary.Standings: lists.standings,
    vocabulary.Rows: lists.rows,
    Join: join.join,
}


def render(scene: Scene) -> Frame:
    """Draw what one panel shows now."""
    frame = Frame()
    stage = Stage(frame, Speech(frame, scene.lang, scene.names, scene.pods), scene)
    if scene.prompt is not None:
        draft = scene.draft if scene.draft.no == scene.prompt.no else Draft(scene.prompt.no)
        prompts.prompt(stage, scene.prompt, draft)
    elif scene.page is not None:
        _DRAWINGS[type(scene.page)](stage, scene.page)
    if scene.say is not None:
        strip(frame, stage.speech.say("strip", scene.say))
    if scene.invert:
        frame.invert((0, 0, *frame.image.size))
    return frame
