"""The games there are, by id."""

from __future__ import annotations

from rules.bull_rally import GAME as BULL_RALLY
from rules.drug_dealer import GAME as DRUG_DEALER
from rules.forty_eight import GAME as FORTY_EIGHT
from rules.game import Game

GAMES: dict[str, Game] = {g.id: g for g in (DRUG_DEALER, FORTY_EIGHT, BULL_RALLY)}
