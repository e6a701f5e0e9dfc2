from tests.micropython.pico import pico

__all__ = ["pico"]
