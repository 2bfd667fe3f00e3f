"""Mech decks: what is in one, what is wrong with one, one at random. Pure: no match, no database."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from games.engine.chance import Chance
from games.titles.scrap_knights.box import TAS_CUSTOM, TEST
from games.titles.scrap_knights.decks.pool import BOX, Pool
from games.titles.scrap_knights.words import counted

PREP_RULES = {TAS_CUSTOM: "setup-2", TEST: "setup-3"}

_PRIORITIES = ("First", "X", "Last", "Tag")


class Deck(Struct, frozen=True):
    """A mech deck, finished or not; cards by slug, in the order of the box. *ult:* empty for none yet.

    *prep:* the deck that TAS-Custom or TEST is prepared with. *Source:* `scrap-knights:setup-1`.
    """

    acts: tuple[str, ...] = ()
    ult: str = ""
    bots: tuple[str, ...] = ()
    prep: tuple[str, ...] = ()


class Fault(Struct, frozen=True):
    """What is wrong with a deck, as a sentence. *rule:* the paragraph that says so."""

    rule: str
    reason: str


class Bar(Struct, frozen=True):
    """One bar of a small chart: what it stands for, and how many."""

    label: str
    count: int


class Figures(Struct, frozen=True):
    """A deck in numbers, of its ACTs. *average_heat:* without overcharge, 0 for a deck without ACTs.

    *heat:* how many ACTs have each heat, from 0 up without gaps. *priorities:* how many effects stand where
    in the chain, from First to Last, only where there are any. *types:* how many ACTs are of each type.
    """

    average_heat: float
    heat: tuple[Bar, ...]
    priorities: tuple[Bar, ...]
    types: tuple[Bar, ...]


EMPTY = Deck()


def make_deck(
    acts: Iterable[str] = (),
    ult: str = "",
    bots: Iterable[str] = (),
    prep: Iterable[str] = (),
    pool: Pool = BOX,
) -> Deck:
    """Return the deck of these cards, put in the order of the box; cards that don't exist come last."""
    return Deck(_ordered(acts, pool), ult, _ordered(bots, pool), _ordered(prep, pool))


def faults(deck: Deck, pool: Pool = BOX) -> tuple[Fault, ...]:
    """Return everything that is wrong with *deck*, in reading order; nothing for a legal one.

    *Source:* `scrap-knights:setup-1` to `setup-3`, `scrap-knights:setup-7`, `scrap-knights:setup-8`.
    """
    return (
        *_strangers(deck, pool),
        *_act_faults(deck, pool),
        *_ult_faults(deck),
        *_bot_faults(deck, pool),
        *_prep_faults(deck, pool),
    )


def is_legal(deck: Deck, pool: Pool = BOX) -> bool:
    """Return whether *deck* can be played with."""
    return not faults(deck, pool)


def hindrance(deck: Deck, card: str, to: str = "deck", pool: Pool = BOX) -> Fault | None:
    """Return why *card* can't be added to an unfinished *deck*, or None when it can.

    *to:* `deck`, or `prep` for the deck of TAS-Custom or TEST.
    """
    if card not in pool.places:
        return Fault("setup-1", "There is no such card.")
    if to == "prep":
        return _prep_hindrance(deck, card, pool)
    return _deck_hindrance(deck, card, pool)


def with_card(deck: Deck, card: str, to: str = "deck", pool: Pool = BOX) -> Deck:
    """Return *deck* with *card* added, for which `hindrance` returns None."""
    if to == "prep":
        return replace(deck, prep=_ordered((*deck.prep, card), pool))
    if card in pool.ults:
        return replace(deck, ult=card)
    if card in pool.bots:
        return replace(deck, bots=_ordered((*deck.bots, card), pool))
    return replace(deck, acts=_ordered((*deck.acts, card), pool))


def without_card(deck: Deck, card: str, of: str = "deck") -> Deck:
    """Return *deck* without *card*; without an ULT it loses that ULT's prepared deck as well."""
    if of == "prep":
        return replace(deck, prep=_less(deck.prep, card))
    if card == deck.ult:
        return replace(deck, ult="", prep=())
    return replace(deck, acts=_less(deck.acts, card), bots=_less(deck.bots, card))


def holds(deck: Deck, card: str, of: str = "deck") -> bool:
    """Return whether *card* is in the deck, or in its prep."""
    return card in deck.prep if of == "prep" else card in (*deck.acts, deck.ult, *deck.bots)


def random_deck(chance: Chance, pool: Pool = BOX) -> Deck:
    """Return a legal deck, every one equally likely. *Source:* `scrap-knights:setup-6`."""
    ult = chance.pick(pool.ults, "deck:ult")
    acts = _some(pool.acts, pool.hand, chance, "deck:acts")
    bots = _some(pool.bots, pool.bot_count, chance, "deck:bots")
    others = [card for card in pool.may_prepare(ult) if ult == TAS_CUSTOM or card not in acts]
    return make_deck(acts, ult, bots, _some(others, pool.prep_size(ult), chance, "deck:prep"), pool)


def figures(deck: Deck, pool: Pool = BOX) -> Figures:
    """Return the numbers for the charts of *deck*; cards that don't exist are left out."""
    acts = [pool.kind(card) for card in deck.acts if card in pool.places]
    heats = [act.heat for act in acts]
    counted = Counter(heats)
    places = Counter(place for act in acts for place in act.priorities)
    types = Counter(act.type_name for act in acts)
    return Figures(
        average_heat=sum(heats) / len(heats) if heats else 0.0,
        heat=tuple(Bar(str(heat), counted[heat]) for heat in range(max(heats, default=-1) + 1)),
        priorities=tuple(Bar(place, places[place]) for place in sorted(places, key=_chain_place)),
        types=tuple(Bar(type_, count) for type_, count in types.items()),
    )


def _deck_hindrance(deck: Deck, card: str, pool: Pool) -> Fault | None:
    if holds(deck, card):
        return Fault("setup-8", "It is already in the deck.")
    if card in pool.ults:
        return Fault("setup-1", "A mech has one ULT.") if deck.ult else None
    if card in pool.bots:
        is_full = len(deck.bots) >= pool.bot_count
        return Fault("setup-1", f"A mech has {counted(pool.bot_count, 'BOT')}.") if is_full else None
    if len(deck.acts) >= pool.hand:
        return Fault("setup-1", f"A mech has {counted(pool.hand, 'ACT')}.")
    if deck.ult == TEST and card in deck.prep:
        return Fault("setup-7", f"It is in {pool.name(TEST)}’s deck, which shares no ACT with the hand.")
    return None


def _prep_hindrance(deck: Deck, card: str, pool: Pool) -> Fault | None:
    size = pool.prep_size(deck.ult)
    if not size:
        return _no_prep(pool)
    rule, name = PREP_RULES[deck.ult], pool.name(deck.ult)
    if card not in pool.may_prepare(deck.ult):
        kind = "Attacks" if deck.ult == TAS_CUSTOM else "ACTs"
        return Fault(rule, f"{name}’s deck is made of {kind}.")
    if card in deck.prep:
        return Fault("setup-7", f"It is already in {name}’s deck.")
    if len(deck.prep) >= size:
        return Fault(rule, f"{name}’s deck has {counted(size, 'card')}.")
    if deck.ult == TEST and card in deck.acts:
        return Fault("setup-7", f"It is in the hand, and {name}’s deck shares no ACT with it.")
    return None


def _no_prep(pool: Pool) -> Fault:
    names = [pool.name(ult) for ult in pool.prepared]
    if not names:
        return Fault("setup-1", "No ULT has a deck of its own.")
    has = "has a deck of its own" if len(names) == 1 else "have a deck of their own"
    return Fault("setup-1", f"Only {' and '.join(names)} {has}.")


def _strangers(deck: Deck, pool: Pool) -> list[Fault]:
    """Return a fault if a card doesn't exist or isn't where its kind belongs."""
    found = [
        *(card for card in deck.acts if card not in pool.acts),
        *(card for card in (deck.ult,) if card and card not in pool.ults),
        *(card for card in deck.bots if card not in pool.bots),
    ]
    return [Fault("setup-1", f"{pool.name(card)} doesn’t belong there.") for card in dict.fromkeys(found)]


def _act_faults(deck: Deck, pool: Pool) -> list[Fault]:
    return [
        *_count_fault("setup-1", "ACT", len(deck.acts), pool.hand),
        *_twice("setup-8", deck.acts, "A mech’s ACTs are all different", pool),
    ]


def _ult_faults(deck: Deck) -> list[Fault]:
    return [] if deck.ult else [Fault("setup-1", "You still need an ULT.")]


def _bot_faults(deck: Deck, pool: Pool) -> list[Fault]:
    return [
        *_count_fault("setup-1", "BOT", len(deck.bots), pool.bot_count),
        *_twice("setup-8", deck.bots, "A mech’s BOTs are all different", pool),
    ]


def _prep_faults(deck: Deck, pool: Pool) -> list[Fault]:
    size = pool.prep_size(deck.ult)
    if not size:
        return [_no_prep(pool)] if deck.prep else []
    rule, name, allowed = PREP_RULES[deck.ult], pool.name(deck.ult), pool.may_prepare(deck.ult)
    kind = "Attack" if deck.ult == TAS_CUSTOM else "ACT"
    wrong = [card for card in dict.fromkeys(deck.prep) if card not in allowed]
    shared = [card for card in deck.prep if deck.ult == TEST and card in deck.acts]
    return [
        *(
            Fault(rule, f"{pool.name(card)} can’t be in {name}’s deck: it is made of {kind}s.")
            for card in wrong
        ),
        *_count_fault(rule, kind, len(deck.prep), size, f" in {name}’s deck"),
        *_twice("setup-7", deck.prep, f"{name}’s deck can’t hold a card twice", pool),
        *(Fault("setup-7", f"{pool.name(card)} is in the hand and in {name}’s deck.") for card in shared),
    ]


def _count_fault(rule: str, kind: str, count: int, wanted: int, where: str = "") -> list[Fault]:
    """Return a fault unless there are as many as wanted."""
    if count == wanted:
        return []
    if count > wanted:
        return [Fault(rule, f"There are {count} {kind}s{where}: {count - wanted} too many.")]
    missing = wanted - count
    return [Fault(rule, f"You still need {missing} {kind}{'' if missing == 1 else 's'}{where}.")]


def _twice(rule: str, cards: tuple[str, ...], why: str, pool: Pool) -> list[Fault]:
    """Return a fault for each card that is there more than once."""
    again = [card for card, count in Counter(cards).items() if count > 1]
    return [Fault(rule, f"{why}: {pool.name(card)} is there twice.") for card in again]


def _ordered(cards: Iterable[str], pool: Pool) -> tuple[str, ...]:
    """Return the cards in the order of the box, unknown ones last by name."""
    places = pool.places
    return tuple(sorted(cards, key=lambda card: (places.get(card, len(places)), card)))


def _less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(other for other in cards if other != card)


def _some(cards: Iterable[str], count: int, chance: Chance, purpose: str) -> list[str]:
    """Return *count* of the cards, every choice equally likely."""
    left = list(cards)
    return [left.pop(chance.below(len(left), purpose)) for _ in range(count)]


def _chain_place(word: str) -> tuple[int, int]:
    """Return where a priority comes in the chain, for sorting."""
    if word in _PRIORITIES:
        return {"First": (0, 0), "X": (2, 0), "Last": (3, 0), "Tag": (4, 0)}[word]
    return (1, -int(word.replace("−", "-")))
