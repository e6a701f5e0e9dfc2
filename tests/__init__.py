"""The tests, by room. Helpers are imported from here: `from tests.rules.walk import walk`."""
