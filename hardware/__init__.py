"""The builder's folder: what to buy, wire, print and install. Only `hardware.make` is code."""
