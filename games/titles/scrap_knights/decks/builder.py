"""The rules for mech decks as the deck builder needs them; see `games.engine.decks`."""

from functools import partial

from games.engine.chance import Chance
from games.engine.decks import Chart, DeckRules, Fault, Lists, ReadyMade, Slot
from games.titles.scrap_knights.box import TEST
from games.titles.scrap_knights.decks.deck import (
    PREP_RULES,
    Bar,
    Deck,
    faults,
    figures,
    make_deck,
    random_deck,
)
from games.titles.scrap_knights.decks.pool import BOX, Pool
from games.titles.scrap_knights.decks.ready_made import Mech


def deck_of(lists: Lists, pool: Pool = BOX) -> Deck:
    """Return the deck that *lists* hold. Of several ULTs the first counts."""
    ults = lists.get("ult", ())
    acts, bots, prep = (lists.get(key, ()) for key in ("acts", "bots", "prep"))
    return make_deck(acts, ults[0] if ults else "", bots, prep, pool)


def lists_of(deck: Deck) -> Lists:
    """Return *deck* by slot."""
    return {
        "acts": deck.acts,
        "ult": (deck.ult,) if deck.ult else (),
        "bots": deck.bots,
        "prep": deck.prep,
    }


def deck_rules(pool: Pool, mechs: tuple[Mech, ...]) -> DeckRules:
    """Return the rules for decks from *pool*. *mechs:* the ready-made ones."""
    return DeckRules(
        noun="mech",
        slots=partial(_slots, pool),
        faults=partial(_faults, pool),
        charts=partial(_charts, pool),
        sort=partial(_sort, pool),
        random=partial(_random, pool),
        ready_made=tuple(
            ReadyMade(mech.slug, mech.name, mech.line, lists_of(mech.deck), mech.level, mech.why)
            for mech in mechs
        ),
    )


def _slots(pool: Pool, lists: Lists) -> tuple[Slot, ...]:
    deck = deck_of(lists, pool)
    size = pool.prep_size(deck.ult)
    hand = tuple(card for card in pool.acts if deck.ult != TEST or card not in deck.prep)
    prepared = tuple(card for card in pool.may_prepare(deck.ult) if deck.ult != TEST or card not in deck.acts)
    name = f"{pool.name(deck.ult)}’s deck" if size else "Prepared deck"
    rule = PREP_RULES.get(deck.ult, "setup-1")
    return (
        Slot("acts", "act", "ACTs", pool.hand, hand, "setup-1"),
        Slot("ult", "ult", "ULT", 1, pool.ults, "setup-1"),
        Slot("bots", "bot", "BOTs", pool.bot_count, pool.bots, "setup-1"),
        Slot("prep", "prep", name, size, prepared, rule),
    )


def _faults(pool: Pool, lists: Lists) -> tuple[Fault, ...]:
    found = [Fault(fault.rule, fault.reason) for fault in faults(deck_of(lists, pool), pool)]
    if len(lists.get("ult", ())) > 1:
        found.append(Fault("setup-1", "A mech has one ULT."))
    return tuple(found)


def _charts(pool: Pool, lists: Lists) -> tuple[Chart, ...]:
    deck = deck_of(lists, pool)
    found = figures(deck, pool)
    average = f"{found.average_heat:.1f} on average" if deck.acts else ""
    return (
        Chart("Heat of the ACTs", _bars(found.heat), average),
        Chart("Priority of their effects", _bars(found.priorities)),
        Chart("Types of the ACTs", _bars(found.types)),
    )


def _sort(pool: Pool, lists: Lists) -> Lists:
    in_order = lists_of(deck_of(lists, pool))
    return {**in_order, "ult": tuple(lists.get("ult", ()))}


def _random(pool: Pool, chance: Chance) -> Lists:
    return lists_of(random_deck(chance, pool))


def _bars(bars: tuple[Bar, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((bar.label, bar.count) for bar in bars)
