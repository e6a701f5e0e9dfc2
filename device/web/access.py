"""Who may open which page: role tokens, one-time join codes, one live holder per seat.

A token is 128 random bits that travel in an address's fragment, which browsers never send; pages keep it in session
storage and say it once, as the first message of their socket. Only its digest is kept here.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

import msgspec

Role = Literal["sim", "host", "board", "seat"]
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Of a join code: 32 signs that cannot be mistaken for each other (no 0 O 1 I)."""
CODE_SIGNS = 6
CODE_SECONDS = 120.0
WRONG_PER_MINUTE = 10
"""Wrong codes that one address may try in a minute: 2^30 codes are out of reach."""
KEPT, KEPT_AT_MOST = ("seat", "board"), 50


class Grant(msgspec.Struct, frozen=True):
    """What a token opens: a role, and the pod's printed number when the role is a seat."""

    role: Role
    pod: int | None = None
    id: str = ""
    """The token's digest: names a phone in the journal without giving its token away."""


class Invite(msgspec.Struct, frozen=True):
    """A join code for one seat. `until` is monotonic seconds."""

    pod: int
    code: str
    until: float


class Refused(Exception):
    """A code that opens nothing. `reason` is "unknown" (wrong, used or too old) or "slow" (too many wrong ones)."""

    def __init__(self, reason: Literal["unknown", "slow"]) -> None:
        super().__init__(reason)
        self.reason = reason


class Access:
    """All grants and open invitations of one table. `now` gives monotonic seconds.

    With a `file` seats' and boards' grants outlive a restart (as digests): a phone finds its seat again.
    """

    def __init__(self, now: Callable[[], float], file: Path | None = None) -> None:
        self._now, self._file = now, file
        self._grants: dict[str, Grant] = {g.id: g for g in _read(file)}
        self._invites: dict[str, Invite] = {}
        self._wrong: dict[str, list[float]] = {}

    def token(self, role: Role, pod: int | None = None) -> str:
        """A new token for this role."""
        token = secrets.token_urlsafe(16)
        self.admit(token, role, pod)
        return token

    def admit(self, token: str, role: Role, pod: int | None = None) -> Grant:
        """Let a token that was made before (and kept by the composition root) open this role."""
        grant = Grant(role, pod, digest(token))
        self._grants[grant.id] = grant
        self._keep()
        return grant

    def grant(self, token: str) -> Grant | None:
        """What this token opens, None for nothing."""
        return self._grants.get(digest(token))

    def revoke(self, pod: int, but: str = "") -> None:
        """This seat's tokens open nothing any more, except the one with the digest `but`."""
        gone = [id for id, g in self._grants.items() if g.role == "seat" and g.pod == pod and id != but]
        for id in gone:
            del self._grants[id]
        if gone:
            self._keep()

    def invite(self, pod: int) -> Invite:
        """A code for a phone that shall be this pod. An older code for the same pod is void."""
        self._invites = {c: i for c, i in self._invites.items() if i.pod != pod and i.until > self._now()}
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_SIGNS))
        self._invites[code] = Invite(pod, code, self._now() + CODE_SECONDS)
        return self._invites[code]

    def exchange(self, code: str, address: str) -> tuple[int, str]:
        """(pod, token) for a code, once. `address` is whose wrong guesses are counted. Raises Refused."""
        now = self._now()
        wrong = [t for t in self._wrong.get(address, ()) if t > now - 60]
        if len(wrong) >= WRONG_PER_MINUTE:
            raise Refused("slow")
        invite = self._invites.pop(code.upper().replace(" ", ""), None)
        if invite is None or invite.until <= now:
            self._wrong = {a: w for a, w in self._wrong.items() if w[-1] > now - 60}
            self._wrong[address] = [*wrong, now]
            raise Refused("unknown")
        return invite.pod, self.token("seat", invite.pod)

    def _keep(self) -> None:
        """Write down what shall outlive a restart. A disk that refuses costs a phone its seat, never the game."""
        if self._file is not None:
            kept = [g for g in self._grants.values() if g.role in KEPT][-KEPT_AT_MOST:]
            with contextlib.suppress(OSError):
                self._file.write_bytes(msgspec.json.encode(kept))
                self._file.chmod(0o600)


def _read(file: Path | None) -> list[Grant]:
    """The grants that an earlier start kept; none when there are none that can be read."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=list[Grant]) if file is not None else []
    except (OSError, msgspec.MsgspecError):
        return []


def digest(token: str) -> str:
    """The first 128 bits of a token's SHA-256, hex."""
    return hashlib.sha256(token.encode()).hexdigest()[:32]


def join_url(base: str, code: str) -> str:
    """The address in a seat's QR code: `base` ("http://192.168.1.23:8048") and the code as its whole path.

    Up to 32 bytes make a version 2 code, which the panel shows best; a longer one still works, or is typed.
    """
    return f"{base.rstrip('/')}/{code}"


def addresses(access: Access, base: str, roles: Iterable[Role]) -> dict[Role, str]:
    """Where each role's page is, with a new token in the fragment: for the terminal and the host's page."""
    paths: dict[Role, str] = {"sim": "/", "host": "/host", "board": "/board"}
    return {role: f"{base}{paths[role]}#{access.token(role)}" for role in roles}
