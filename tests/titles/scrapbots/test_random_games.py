"""Random games use every card in every way that it has, in each edition."""

from collections import Counter

import pytest

from games import catalog
from games.engine.chance import FastChance
from games.titles.scrapbots.events import Attacked, ComponentActivated, ResourcePlayed, ScrapbotBuilt
from games.titles.scrapbots.rules import Options

GAMES = 60


def uses(edition: str) -> Counter[tuple[str, str]]:
    """Return how often each card was built, activated, played or attacked with."""
    game, counts = catalog.game("scrapbots", edition), Counter()
    for seed in range(GAMES):
        chance = FastChance(seed)
        state, _ = game.new(Options(), 2, chance)
        while to_act := game.to_act(state):
            move = chance.pick(game.legal(state, to_act[0]), "move")
            for event in game.apply(state, to_act[0], move, chance):
                match event:
                    case ScrapbotBuilt():
                        counts["built", event.card] += 1
                    case ComponentActivated():
                        counts["activated", event.card] += 1
                    case ResourcePlayed():
                        counts["played", event.card] += 1
                    case Attacked():
                        counts["attacked", event.card] += 1
    return counts


@pytest.mark.soak(seconds=0.5, one_in=3)
def test_every_way_of_using_a_card_comes_up(edition):
    ways = {
        "Component": ("activated",),
        "Resource": ("played",),
        "Scrapbot": ("built", "attacked"),
    }
    expected = {
        (way, card.slug)
        for card in catalog.cards("scrapbots", edition)
        for way in ways.get(card.type, ())
        if card.lines
    }
    assert set(uses(edition)) == expected
