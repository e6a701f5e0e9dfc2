"""Chips and wires as registers, RAM and time: what the real drivers talk to when there is no hardware."""
