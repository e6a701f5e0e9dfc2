"""One page's socket: its token first, then what it may say; the hub's messages the other way."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from device.web.access import Grant, Role
from device.web.hub import Client
from device.web.phones import Holder
from device.web.rooms import Room, actions

LONGEST = 8 * 1024
"""Characters of one message."""
BURST, PER_SECOND = 150, 60
"""Messages that a page may send: a hand on fourteen keys stays far below."""
TOKEN_SECONDS = 5
UNKNOWN, SLOW, LARGE = 4401, 4429, 4413
BEAT = b""
"""A seat's page sends this once a second and gets it back: a lost link shows within three seconds."""


async def serve(socket: WebSocket, role: Role, room: Room) -> None:
    """A socket of this role, from its first message to its end."""
    await socket.accept()
    grant = await _grant(socket, role, room)
    if grant is None:
        await socket.close(UNKNOWN, "unknown")
        return
    pods = room.shown() if role == "sim" else ()
    client = room.hub.join(pods, looks=True)
    ending: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    holder = _holder(grant, client, ending) if role == "seat" else None
    unlisten = room.greet(role, grant, client)
    if holder:
        room.phones.come(holder)
    sender = asyncio.create_task(client.run(socket.send_bytes))
    reader = asyncio.create_task(_read(socket, room, role, client, holder))
    try:
        waiting: set[asyncio.Future[Any]] = {sender, reader, ending}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        await _close(socket, ending, reader)
    finally:
        for task in (sender, reader):
            task.cancel()
        await asyncio.gather(sender, reader, return_exceptions=True)
        ending.cancel()
        unlisten()
        room.hub.leave(client)
        if holder:
            room.phones.go(holder)
        room.let_go(client)


def _holder(grant: Grant, client: Client, ending: asyncio.Future[str]) -> Holder:
    def tell(**notes: Any) -> None:
        if seated := notes.get("seated"):
            client.see((seated,))
        client.tell(**notes)

    return Holder(grant, tell, lambda why: None if ending.done() else ending.set_result(why))


async def _grant(socket: WebSocket, role: Role, room: Room) -> Grant | None:
    """What the first message's token opens, None when that is not this role."""
    try:
        first = msgspec.json.decode(await asyncio.wait_for(socket.receive_text(), TOKEN_SECONDS))
        grant = room.access.grant(str(first["token"]))
    except (ValueError, KeyError, TypeError, RecursionError, TimeoutError, WebSocketDisconnect):
        return None
    return grant if grant is not None and grant.role == role else None


async def _read(socket: WebSocket, room: Room, role: Role, client: Client, holder: Holder | None) -> int:
    """Obey what the page says until it is gone (0) or says too much (a close code)."""
    credit, since = float(BURST), room.crank.now()
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return 0
        now = room.crank.now()
        credit, since = min(BURST, credit + (now - since) * PER_SECOND) - 1, now
        text = message.get("text")
        if credit < 0:
            return SLOW
        if text is None:
            await socket.send_bytes(BEAT)
        elif len(text) > LONGEST:
            return LARGE
        elif error := _obey(text, room, role, client, holder):
            client.tell(error=error)


def _obey(text: str, room: Room, role: Role, client: Client, holder: Holder | None) -> str:
    """Do what one message says; the answer is "" or what is wrong with it, in English for the page's notice."""
    try:
        said = msgspec.json.decode(text)  # strict: no NaN, nothing endless, no half signs
    except (ValueError, RecursionError):
        return "not JSON"
    if not isinstance(said, dict):
        return "a message is one JSON object"
    for name, action in actions(role).items():
        if name in said:
            try:
                return action(room, client, holder, said)
            except (KeyError, TypeError, ValueError, OverflowError) as e:
                return f"{name}: {e}"
    return f"this page cannot say {', '.join(map(str, said)) or 'nothing'}"


async def _close(socket: WebSocket, ending: asyncio.Future[str], reader: asyncio.Task[int]) -> None:
    """Tell the page why it ends, if it is still there."""
    if ending.done():
        await socket.close(4000, ending.result())
    elif reader.done() and not reader.cancelled() and reader.exception() is None and reader.result():
        await socket.close(reader.result())
