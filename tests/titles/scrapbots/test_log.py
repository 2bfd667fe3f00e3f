"""The log: the sentence of every event."""

import pytest

from games.engine.events import CardPart, SeatPart
from games.titles.scrapbots import events as ev
from tests.conformance.cases import members

LINES = [
    (ev.FirstPlayerDrawn("setup-5", 1), "B goes first."),
    (ev.MarketDealt("buy-2", -1, ("drone",)), "drone entered the Market."),
    (ev.MarketDealt("setup-3", -1, ("drone", "scout", "drone")), "2 drone and scout entered the Market."),
    (ev.CardsDrawn("draw-1", 0, 3, ("drone", "scout", "golem")), "A drew drone, scout and golem."),
    (ev.CardsDrawn("draw-1", 0, 5, ("drone", "scout") + ("golem",) * 3), "A drew drone, scout and 3 golem."),
    (ev.CardsDrawn("draw-1", 0, 3, None), "A drew 3 cards."),
    (ev.CardsDrawn("draw-1", 0, 1, None), "A drew 1 card."),
    (ev.CardsDrawn("draw-3", 0, 0, ()), "A had no cards to draw."),
    (ev.DeckReshuffled("draw-2", 1, 1), "B shuffled 1 discarded card into a new deck."),
    (ev.ScrapGained("scrap-1", 0, "drone", 4), "A discarded drone for 4 Scrap."),
    (ev.EnergyGained("energy-1", 0, "chainsaw", 5), "A discarded chainsaw for 5 Energy."),
    (
        ev.ResourcePlayed("resource-2", 0, "magnet-trap", "scrap", 6),
        "A played magnet-trap for 6 Scrap and its text.",
    ),
    (ev.ResourcePlayed("resource-2", 0, "magnet-trap", "none", 0), "A played magnet-trap."),
    (ev.TextSkipped("resource-3", 0, "magnet-trap"), "The text of magnet-trap had no effect."),
    (
        ev.ComponentActivated("activate-2", 0, "chainsaw", 0, "drone"),
        "A activated chainsaw on drone in the left Lane.",
    ),
    (ev.ScrapbotBuilt("build-2", 0, "drone", 1), "A built drone in the centre Lane."),
    (ev.CardBought("buy-1", 0, "drone", 4), "A bought drone for 4 Scrap."),
    (ev.Attacked("attack-2", 0, "drone", 2, 1, 4), "A attacked with drone in the right Lane for 4 Energy."),
    (ev.CoinFlipped("coin-1", 0, True), "The coin came up heads."),
    (ev.CoinFlipped("coin-1", 0, False), "The coin came up tails."),
    (
        ev.DamageDealt("damage-1", 1, "drone", 1, 10, 30, 40, False),
        "B’s drone took 10 damage; 10 of 40 Health left.",
    ),
    (
        ev.DamageDealt("damage-2", 1, "drone", 1, 10, 30, 40, True),
        "B’s drone took 10 splash damage; 10 of 40 Health left.",
    ),
    (
        ev.WoundsDealt("damage-5", 1, 2, 1, 19),
        "B took 1 Wound through the undefended right Lane. 19 Wounds are left in the stack.",
    ),
    (
        ev.WoundsDealt("damage-5", 1, 0, 0, 20),
        "B took no Wound through the undefended left Lane; the damage was too little for one. "
        "20 Wounds are left in the stack.",
    ),
    (ev.ScrapbotDestroyed("damage-3", 1, "drone", 1), "B’s drone was destroyed."),
    (ev.ScrapbotRepaired("effect-repair", 0, "drone", 1, 20), "A’s drone was repaired by 20."),
    (ev.ScrapbotExhausted("effect-exhaust", 1, "drone", 1), "B’s drone became exhausted."),
    (ev.ScrapbotReadied("effect-ready", 0, "drone", 1), "A’s drone became Ready."),
    (
        ev.ScrapbotPrimed("effect-servo", 0, "drone", 1),
        "A’s drone will be Ready again after its next attack.",
    ),
    (
        ev.WoundReturned("effect-wound-return", 0, "discard", 11),
        "A returned a Wound from the discard pile to the stack (11 left).",
    ),
    (ev.WoundsDiscarded("draw-4", 0, 2, 0), "A discarded 2 Wounds."),
    (ev.WoundsDiscarded("effect-wound-discard", 0, 1, 1), "A discarded 1 Wound and gained 1 Energy."),
    (ev.HandDiscarded("discard-1", 0, ("drone", "drone")), "A discarded 2 drone."),
    (ev.PoolsEmptied("cleanup-1", 0, 0, 3), "A left 3 Energy unspent."),
    (ev.TurnBegan("turn-1", 1, 12), "Turn 12: B’s turn."),
    (ev.GameEnded("end-2", 0, (1, 3)), "The game is over: A won with 1 Wound to B’s 3."),
    (ev.GameEnded("end-3", -1, (2, 2)), "The game is over: a draw, with 2 Wounds each."),
]


def read(event) -> str:
    """Return the line with A and B for the seats and slugs for the cards."""
    words = []
    for part in event.line():
        match part:
            case SeatPart(seat):
                words.append("AB"[seat])
            case CardPart(slug, count):
                words.append(slug if count == 1 else f"{count} {slug}")
            case _:
                words.append(part)
    return "".join(words)


@pytest.mark.parametrize("event, sentence", LINES, ids=lambda value: value if isinstance(value, str) else "")
def test_the_line_reads(event, sentence):
    assert read(event) == sentence


def test_every_kind_of_event_has_its_line_here():
    assert {type(event) for event, _ in LINES} == set(members(ev.AnyEvent))
