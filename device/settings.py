"""The machine's settings: one TOML file, declared once here, written only by hand or by the host's page.

What is changed at the table (volume, languages, names) is not here but in the house (device/table/house.py).
"""

from __future__ import annotations

import locale
import re
import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import platformdirs
from msgspec import Meta

from device.exits import Refused, WrongUse
from drivers.pi_settings import Backend, Panel, PiSettings

Seconds = Annotated[float, Meta(ge=0, le=600)]
PodNumber = Annotated[str, Meta(pattern="^[1-7]$")]
Port = Annotated[int, Meta(ge=1, le=65535)]


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[table]"""

    lang: Literal["", "ja", "en"] = ""
    """Language of the board and of newcomers; "" follows the system."""
    data: str = ""
    """Folder of the journal and the sheets; "" is the system's place for it."""
    bots: Annotated[int, Meta(ge=1, le=7)] = 4
    """Seats to fill up to with bots, unless the lobby says otherwise."""


class PaceSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[pace] Seconds. The defaults are for people; tests and demonstrations shorten them."""

    lead_in: Seconds = 3
    """3-2-1 before trading."""
    sealed: Seconds = 2
    """How long the last sealed bid waits in the table."""
    bot: Seconds = 1.5
    """A bot thinks about this long; 0 answers at once."""
    ok_dead: Seconds = 0.3
    """OK is dead this long after a prompt appears."""
    nudge: Seconds = 60
    """A seat that does not act is reminded after this; 0 never."""
    idle: Seconds = 300
    """After the end the lobby is back when nobody presses a key for this long."""


class WebSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[web]"""

    host: str = "127.0.0.1"
    """Address to listen on; "0.0.0.0" lets phones in."""
    port: Port = 8048
    public: str = ""
    """Address that phones use, such as "http://croupier.local:8048"; "" is made from host and port."""


class PodSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[pods]"""

    count: Annotated[int, Meta(ge=0, le=7)] = 4
    panel: Panel = "ssd1309"
    panels: dict[PodNumber, Panel] = {}
    """Pods with another panel than the rest, such as {2 = "sh1106"}."""
    header: Annotated[tuple[Annotated[int, Meta(ge=1, le=7)], ...], Meta(max_length=2)] = ()
    """Pods whose keys are on the Pi's own header: one or two."""
    mux: bool = True
    """false is a bench: one pod straight on the bus, without a multiplexer."""
    speed: Literal[100000, 200000, 400000] = 400000
    """I2C bus speed in Hz, as set by the overlay."""
    first_bus: Annotated[int, Meta(ge=0, le=255)] = 30
    """/dev/i2c-N of the mux's channel 0 (pod 1)."""
    pins: Backend = "lgpio"
    """What drives the header: "rpigpio" only for old boards and kernels."""
    host_key: bool = True
    """false where the hub has no HOST key: PEEK and OK held for two seconds are it then."""

    def hardware(self, pods: tuple[int, ...] = ()) -> PiSettings:
        """The same for the drivers; `pods` names some of the pods, none all."""
        numbers = pods or tuple(range(1, self.count + 1))
        return PiSettings(
            numbers,
            self.panel,
            {int(pod): panel for pod, panel in self.panels.items()},
            tuple(pod for pod in self.header if pod in numbers),
            self.mux,
            base=self.first_bus,
            pins=self.pins,
        )


class TowerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[tower]"""

    port: str = "auto"
    """"auto" looks through /dev/serial/by-id, "" is no tower, else a device path."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file. Every key may be missing."""

    table: TableSettings = TableSettings()
    pace: PaceSettings = PaceSettings()
    web: WebSettings = WebSettings()
    pods: PodSettings = PodSettings()
    tower: TowerSettings = TowerSettings()

    @property
    def folder(self) -> Path:
        """Where the journal and the sheets are."""
        return Path(self.table.data) if self.table.data else platformdirs.user_data_path("croupier")

    @property
    def lang(self) -> str:
        return self.table.lang or system_lang()


def system_lang() -> str:
    """ "ja" on a Japanese system, else "en"."""
    return "ja" if (locale.getlocale()[0] or "").lower().startswith("ja") else "en"


def default_path() -> Path:
    return platformdirs.user_config_path("croupier") / "croupier.toml"


def load(path: Path | None) -> Settings:
    """Read a settings file. None: the default place, where a missing file means all defaults.

    Raises WrongUse naming the line and the key, Refused when the file cannot be read.
    """
    place = path or default_path()
    try:
        text = place.read_text("utf-8")
    except FileNotFoundError:
        if path is None:
            return Settings()
        raise WrongUse(f"{path}: no such settings file") from None
    except UnicodeDecodeError as e:
        raise WrongUse(f"{place}: not UTF-8 at byte {e.start + 1}") from None
    except OSError as e:
        raise Refused(f"{place}: {e.strerror}") from None
    return parse(text, str(place))


def parse(text: str, name: str = "settings") -> Settings:
    """Settings from TOML text; errors read NAME:LINE: key: what is wrong."""
    try:
        return msgspec.convert(tomllib.loads(text), Settings)
    except tomllib.TOMLDecodeError as e:
        line = re.search(r"at line (\d+)", str(e))
        raise WrongUse(f"{name}:{line[1] if line else 1}: {e}") from None
    except msgspec.ValidationError as e:
        what, _, where = str(e).partition(" - at `")
        key = where.rpartition("$")[2].rstrip("`").lstrip(".")
        if unknown := re.search(r"unknown field `([^`]+)`", what):
            key = f"{key}.{unknown[1]}".lstrip(".")
            what = "there is no such setting"
        raise WrongUse(f"{name}:{_line_of(text, key)}: {key}: {what}") from None
    except (ValueError, RecursionError) as e:  # thousands of digits or brackets: no TOML of a person
        raise WrongUse(f"{name}:1: {e}") from None


def _line_of(text: str, key: str) -> int:
    """The line (from 1) on which a dotted key stands, 1 when it cannot be told."""
    section, _, leaf = key.rpartition(".")
    here, header = "", 1
    for no, line in enumerate(text.splitlines(), start=1):
        if found := re.match(r"\s*\[\s*([\w.\-]+)\s*\]", line):
            here = found[1]
            header = no if here in (section, key) else header
        elif here == section and re.match(rf"\s*[\"']?{re.escape(leaf)}[\"']?\s*=", line):
            return no
    return header
