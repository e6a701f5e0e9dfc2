"""Secrets proved: two tables that differ only in what a seat may not know look and sound the same to that seat."""
