"""Which address others are told, and which names the table answers to."""

from __future__ import annotations

import socket

import pytest

from device.commands import serve


@pytest.mark.parametrize(
    ("host", "ways", "address"),
    [
        ("127.0.0.1", {}, "http://127.0.0.1:80"),
        ("0.0.0.0", {socket.AF_INET: "192.168.1.23"}, "http://192.168.1.23:80"),
        ("::", {socket.AF_INET6: "fd00::5"}, "http://[fd00::5]:80"),
        ("0.0.0.0", {}, "http://127.0.0.1:80"),
        ("fd00::5", {}, "http://[fd00::5]:80"),
    ],
)
def test_phones_get_an_address_that_leads_here(
    monkeypatch: pytest.MonkeyPatch, host: str, ways: dict[int, str], address: str
) -> None:
    """Without a network only this machine reaches it; the address is asked anew each time."""
    monkeypatch.setattr(serve, "_local", lambda family, anywhere: ways.get(family, ""))
    assert serve.reached(host, 80) == address


def test_nothing_is_asked_of_the_network() -> None:
    assert serve._local(socket.AF_INET, "127.0.0.1") == "127.0.0.1"


def test_the_machine_answers_to_its_own_names() -> None:
    own = socket.gethostname()
    assert serve.names("") == (own, f"{own}.local")
    assert serve.names("http://croupier.local:8048")[2:] == ("croupier.local",)
