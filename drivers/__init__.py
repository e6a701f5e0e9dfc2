"""The edge to the world: one set of ports, and real hardware, browser pods and in-memory twins behind them.

Nothing here knows a game. gpiozero, lgpio, luma, smbus2, serial and evdev are imported only inside functions, so every
module of this room imports on a machine without them.
"""
