"""The rules for mech decks as the deck builder needs them; see `games.engine.decks`."""

from games.engine.chance import Chance
from games.engine.decks import Chart, DeckRules, Fault, Lists, ReadyMade, Slot
from games.titles.scrap_knights.box import ACTS, BOTS, PRINTS, ULTS
from games.titles.scrap_knights.decks.deck import (
    BOT_COUNT,
    HAND,
    PREP_RULES,
    TEST,
    Bar,
    Deck,
    faults,
    figures,
    make_deck,
    may_prepare,
    prep_size,
    random_deck,
)
from games.titles.scrap_knights.decks.ready_made import MECHS


def deck_of(lists: Lists) -> Deck:
    """Return the deck that *lists* hold. Of several ULTs the first counts."""
    ults = lists.get("ult", ())
    return make_deck(
        lists.get("acts", ()), ults[0] if ults else "", lists.get("bots", ()), lists.get("prep", ())
    )


def lists_of(deck: Deck) -> Lists:
    """Return *deck* by slot."""
    return {
        "acts": deck.acts,
        "ult": (deck.ult,) if deck.ult else (),
        "bots": deck.bots,
        "prep": deck.prep,
    }


def _slots(lists: Lists) -> tuple[Slot, ...]:
    deck = deck_of(lists)
    hand = tuple(card for card in ACTS if deck.ult != TEST or card not in deck.prep)
    prepared = tuple(card for card in may_prepare(deck.ult) if deck.ult != TEST or card not in deck.acts)
    name = f"{PRINTS[deck.ult].name}’s deck" if prep_size(deck.ult) else "Prepared deck"
    rule = PREP_RULES.get(deck.ult, "setup-1")
    return (
        Slot("acts", "act", "ACTs", HAND, hand, "setup-1"),
        Slot("ult", "ult", "ULT", 1, ULTS, "setup-1"),
        Slot("bots", "bot", "BOTs", BOT_COUNT, BOTS, "setup-1"),
        Slot("prep", "prep", name, prep_size(deck.ult), prepared, rule),
    )


def _faults(lists: Lists) -> tuple[Fault, ...]:
    found = [Fault(fault.rule, fault.reason) for fault in faults(deck_of(lists))]
    if len(lists.get("ult", ())) > 1:
        found.append(Fault("setup-1", "A mech has one ULT."))
    return tuple(found)


def _charts(lists: Lists) -> tuple[Chart, ...]:
    deck = deck_of(lists)
    found = figures(deck)
    average = f"{found.average_heat:.1f} on average" if deck.acts else ""
    return (
        Chart("Heat of the ACTs", _bars(found.heat), average),
        Chart("Priority of their effects", _bars(found.priorities)),
        Chart("Types of the ACTs", _bars(found.types)),
    )


def _sort(lists: Lists) -> Lists:
    in_order = lists_of(deck_of(lists))
    return {**in_order, "ult": tuple(lists.get("ult", ()))}


def _random(chance: Chance) -> Lists:
    return lists_of(random_deck(chance))


def _bars(bars: tuple[Bar, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((bar.label, bar.count) for bar in bars)


DECK_RULES = DeckRules(
    noun="mech",
    slots=_slots,
    faults=_faults,
    charts=_charts,
    sort=_sort,
    random=_random,
    ready_made=tuple(ReadyMade(mech.slug, mech.name, mech.line, lists_of(mech.deck)) for mech in MECHS),
)
