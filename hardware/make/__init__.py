"""Draws the builder's folder: tables, bill of materials, boards, harness and cases, from `drivers/pins.py`.

`python -m hardware.make` writes everything anew; `--check` only tells what would change.
"""
