"""What a program leads to if nobody gets in its way, for the player who puts it together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.text import get_text_list

from games.boards.optional import hints
from games.engine.cards import Card
from games.matches.queries.board import Board

# What the keywords do, by facet; the first that a card has is the one to explain first.
MEANINGS = {
    "scrap": "Scrap moves cards from your hand to your Scrapheap, where they count.",
    "trash": "Trash takes a card from your hand out of the game.",
    "charge": "Charge trashes a card from your hand and activates registers by its charge.",
    "recharge": "Recharge activates more of your registers in this round.",
    "salvage": "Salvage takes cards from a pile beside you to your discard pile.",
    "shuffle": "Shuffle mixes a pile beside you and turns up its top card.",
    "overclock": "Overclock resolves your next register at once.",
    "turn": "Turn takes you around a corner, to the left or to the right.",
    "move": "Move takes you ahead and pushes whoever stands there.",
}
_TAKES = {
    "scrap": "will scrap {}, the last card in your hand.",
    "trash": "will trash {}, the last card in your hand.",
    "charge": "will trash {}, the last card in your hand, for its charge.",
}


@dataclass(frozen=True, slots=True)
class Foretold:
    """What a program leads to. *lands:* the headings in which it may end, by space.

    *pushes:* the names of players whom it may push. *blocked:* the names of cards that may
    not be able to move.
    """

    lands: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    pushes: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """What △ in the yard means, as a sentence; empty where there is none."""
        if not self.lands:
            return ""
        where = "△ shows where you may end" if self.blocked else "△ in the yard shows where you may end"
        pushing = f", pushing {get_text_list(list(self.pushes), 'and')}" if self.pushes else ""
        blocked = f"; {get_text_list(list(self.blocked), 'and')} may be blocked" if self.blocked else ""
        return f"{where}{pushing}{blocked}."


def foretell(board: Board, cards: Mapping[str, Card], seat: int, program: Sequence[str]) -> Foretold:
    """Return what the cards of *program* (slugs, in order) lead the Scrapbot of *seat* to."""
    names = [other.name for other in board.seats]
    pushes, blocked = dict[str, None](), dict[str, None]()
    lands: dict[int, list[str]] = {}
    for number in range(1, len(program) + 1):
        ways = hints(board, *program[:number])
        # A card that neither moves nor turns the Scrapbot leaves it where the cards before lead.
        lands = {} if ways else lands
        for way in ways:
            pushes.update(dict.fromkeys(names[shift.seat] for shift in way.shifts if shift.seat != seat))
            if way.skipped:
                blocked[cards[program[number - 1]].name] = None
            headings = lands.setdefault(way.space, [])
            if way.heading not in headings:
                headings.append(way.heading)
    found = {space: tuple(headings) for space, headings in lands.items()}
    return Foretold(found, tuple(pushes), tuple(blocked))


def program_with(cards: Mapping[str, Card], plan: Sequence[Any], picked: str) -> tuple[str, ...]:
    """Return the cards (slugs) that will resolve, in order; none if a charge or recharge decides about that.

    *plan:* the title's hints about the program. *picked:* a card for the first free register that resolves,
    or empty.
    """
    free = next((planned.register for planned in plan if planned.resolves and not planned.card), 0)
    is_activating = picked and free and not {"charge", "recharge"}.isdisjoint(cards[picked].facets)
    unsure = [one for one in plan if one.resolves is None or (is_activating and not one.resolves)]
    if any(planned.card for planned in unsure) or (picked and not free and unsure):
        return ()
    program = {planned.register: planned.card for planned in plan if planned.resolves and planned.card}
    if picked and free:
        program[free] = picked
    return tuple(program[register] for register in sorted(program))


def meanings(card: Card) -> str:
    """Return what the keywords of *card* do, in sentences."""
    return " ".join(words for facet, words in MEANINGS.items() if facet in card.facets)


def first_meaning(card: Card) -> str:
    """Return what the first of the keywords of *card* does, in a sentence."""
    return next((words for facet, words in MEANINGS.items() if facet in card.facets), "")


def taken_unasked(cards: Mapping[str, Card], plan: Iterable[Any], hand: Sequence[Any]) -> str:
    """Return what a program does with the last card of the *hand*, or that it finds none; else nothing.

    *plan:* the title's hints about the program.
    """
    taking = next((planned for planned in plan if planned.resolves and planned.takes), None)
    if taking is None or len(hand) > 1:
        return ""
    name, takes = cards[taking.card].name, taking.takes
    if not hand:
        return f"{name} finds no card in your hand to {takes if takes != 'charge' else 'charge with'}."
    return f"{name} {_TAKES[takes].format(cards[hand[0].card].name)}"
