"""A player that presses at random."""

from __future__ import annotations

import random

from rules.drug_dealer.view import Facts
from rules.prompt import Draft, Prompt
from rules.randomly import random_draft


def bot(facts: Facts, prompt: Prompt, rng: random.Random) -> Draft:
    """Any sendable draft."""
    return random_draft(prompt, rng)
