"""The table itself: journal, house, chance, pace. It knows no screens and no web."""
