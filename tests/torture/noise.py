"""Bytes and values that nobody meant: what the readers of foreign bytes are fed with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from tests.torture.promises import TORTURE, promise

EXAMPLES = 20_000 if TORTURE else 150
fuzz = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=not TORTURE,
    suppress_health_check=list(HealthCheck),
)

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
"""Whatever JSON or TOML can say."""


@st.composite
def spoiled(draw: st.DrawFn, wholes: list[bytes]) -> bytes:
    """A good file with some of its bytes changed, cut out or doubled."""
    data = bytearray(draw(st.sampled_from(wholes)))
    for _ in range(draw(st.integers(1, 4))):
        if not data:
            break
        at, length = draw(st.integers(0, len(data) - 1)), draw(st.integers(1, 30))
        match draw(st.sampled_from(["flip", "cut", "double", "noise", "swap"])):
            case "flip":
                data[at] ^= 1 << draw(st.integers(0, 7))
            case "cut":
                del data[at : at + length]
            case "double":
                data[at:at] = data[at : at + length]
            case "noise":
                data[at : at + length] = draw(st.binary(max_size=8))
            case "swap":
                data[at:at] = draw(
                    st.sampled_from(
                        [b"null", b"-1", b"1e400", b"NaN", b"[[", b'"', b"\n", b"9" * 30, b"true"]
                    )
                )
    return bytes(data)


@pytest.fixture(autouse=True)
def counted(request: pytest.FixtureRequest) -> Iterator[None]:
    """Notes how a test of a reader ended."""
    failed = request.session.testsfailed
    yield
    what = request.node.name.removeprefix("test_").replace("_", " ")
    promise(f"malformed inputs: {what}", EXAMPLES, "readers that broke", request.session.testsfailed - failed)
