"""The key expander as its registers (MCP23017 data sheet DS20001952)."""

from __future__ import annotations

_IODIR, _IPOL, _GPINTEN, _DEFVAL, _INTCON, _IOCON, _GPPU, _INTF, _INTCAP, _GPIO, _OLAT = range(11)
_READ_ONLY = {_INTF, _INTCAP}
_BANK, _SEQOP = 0x80, 0x20


class MCP23017:
    """Two ports of eight pins. `ground` holds the pins that a pressed key joins to ground, as a 16-bit word with port
    A low. Inputs without a pull-up float; they read low here, the worse of the two."""

    def __init__(self) -> None:
        self.risky_reads = 0
        """How often the ports were read while GPA7 or GPB7 was an input, which can corrupt SDA."""
        self._ground = 0
        self.power_on()

    def power_on(self) -> None:
        """All registers as after power-on reset: everything an input, no pull-ups, no interrupts."""
        self._registers = [[0, 0] for _ in range(11)]
        self._registers[_IODIR] = [0xFF, 0xFF]
        self._pointer = 0
        self._seen = self._inputs()

    @property
    def ground(self) -> int:
        return self._ground

    @ground.setter
    def ground(self, word: int) -> None:
        self._ground = word
        self._compare()

    @property
    def interrupt(self) -> bool:
        """INT is pulled low."""
        return any(self._registers[_INTF])

    @property
    def outputs(self) -> int:
        """What the output pins drive, as a word."""
        latch, direction = self._word(_OLAT), self._word(_IODIR)
        return latch & ~direction

    def write(self, data: bytes) -> None:
        """The first byte sets the register pointer, the rest goes to registers from there on."""
        if not data:
            return
        self._pointer = data[0]
        for byte in data[1:]:
            register, port = self._locate()
            if register == _GPIO:
                register = _OLAT
            if register == _IOCON:
                self._registers[_IOCON] = [byte, byte]
            elif register not in _READ_ONLY:
                self._registers[register][port] = byte
            self._advance()
        self._compare()

    def read(self, count: int) -> bytes:
        answer = bytearray()
        for _ in range(count):
            register, port = self._locate()
            answer.append(self._value(register, port))
            self._advance()
        return bytes(answer)

    def _value(self, register: int, port: int) -> int:
        if register not in (_GPIO, _INTCAP):
            return self._registers[register][port]
        if any(direction & 0x80 for direction in self._registers[_IODIR]):
            self.risky_reads += 1
        if register == _INTCAP:
            value = self._registers[_INTCAP][port]
        else:
            levels = self._inputs()
            self._seen = levels
            value = levels >> 8 * port & 0xFF
        self._registers[_INTF][port] = 0
        return value

    def _inputs(self) -> int:
        """All pins as GPIO shows them: inputs by pull-up, key and polarity, outputs by their latch."""
        direction = self._word(_IODIR)
        levels = self._word(_GPPU) & ~self._ground
        return (levels ^ self._word(_IPOL)) & direction | self._word(_OLAT) & ~direction & 0xFFFF

    def _compare(self) -> None:
        """Any enabled input that differs from its value of comparison raises the interrupt of its port."""
        levels = self._inputs()
        control = self._word(_INTCON)
        against = self._word(_DEFVAL) & control | self._seen & ~control
        raised = (levels ^ against) & self._word(_GPINTEN)
        for port in (0, 1):
            flags = raised >> 8 * port & 0xFF
            if flags and not self._registers[_INTF][port]:
                self._registers[_INTF][port] = flags
                self._registers[_INTCAP][port] = levels >> 8 * port & 0xFF

    def _word(self, register: int) -> int:
        low, high = self._registers[register]
        return low | high << 8

    def _locate(self) -> tuple[int, int]:
        """The pointer as (register, port), by the layout that IOCON.BANK selects."""
        if self._registers[_IOCON][0] & _BANK:
            return min(self._pointer & 0x0F, _OLAT), self._pointer >> 4 & 1
        return min(self._pointer >> 1, _OLAT), self._pointer & 1

    def _advance(self) -> None:
        if not self._registers[_IOCON][0] & _SEQOP:
            self._pointer = (self._pointer + 1) % 0x16
