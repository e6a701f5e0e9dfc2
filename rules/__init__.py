"""What the games are. Pure: standard library and msgspec, no clock, no randomness, no I/O, no words for people."""
