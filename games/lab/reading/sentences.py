"""What each measure says, in a sentence or two of plain English. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.lab.measuring.cards import CardFigures, CardSide
from games.lab.measuring.intervals import Interval
from games.lab.measuring.measures import BY_SLUG
from games.lab.measuring.setup import Setup
from games.lab.measuring.summary import Figure, Summary
from games.lab.words import digits_of, headline, number, with_interval

_NONE, _ALL = 0.0, 1.0
# What is said of a figure, which stands for {}.
_SAYS: Mapping[str, str] = {
    "draws": "{} of the games have no single winner.",
    "turns": "A game lasts {} turns on average.",
    "decisions": "All players together make {} decisions in a game on average.",
    "forced": "At {} of the decisions only one move is legal.",
    "branching": "Where there is a choice, there are {} moves to choose from on average.",
    "changes": "Somebody else takes the lead {} times in a game on average.",
    "decided": "The later winner takes the lead for good after {} of a game on average.",
    "drama": "While the later winner is behind, the gap is {} on average, on a scale from 0 to 1.",
    "capped": "{} of the games are ended by a limit of turns or rounds.",
    "unused": "On average, {} of the kinds of cards are used by nobody in a game.",
}
# What is said instead if there is no such game, or no other.
_CERTAIN: Mapping[tuple[str, float], str] = {
    ("draws", _NONE): "Every game has a single winner.",
    ("draws", _ALL): "No game has a single winner.",
    ("forced", _NONE): "There is a choice at every decision.",
    ("capped", _NONE): "No game is ended by a limit of turns or rounds.",
    ("capped", _ALL): "Every game is ended by a limit of turns or rounds.",
    ("unused", _NONE): "Every kind of card is used in every game.",
}


def sentences(setup: Setup, summary: Summary, against: str, name: Callable[[str], str]) -> dict[str, str]:
    """Return what each measure says, by its slug; those that say nothing are left out.

    *against:* the name of the edition to compare with, or empty. *name:* what a bot is called.
    """
    found = {}
    for figure in summary.figures:
        says = _says(setup, summary, figure, name)
        if says:
            found[figure.slug] = f"{says} {_compared(figure, against)}".strip()
    return found


def cards_line(cards: Sequence[CardFigures], link: Callable[[str], tuple[str, str]]) -> str:
    """Return which cards stand out and which lie idle, in a sentence or two. *link:* names a card first."""
    known = [(card.side, link(card.slug)[0]) for card in cards if card.side]
    clear = [one for one in known if one[0].stands_out]
    says = "No card stands out: those who use a card win about as often as those who don’t."
    if clear:
        side, name = min(
            clear, key=lambda one: (one[0].rate, -abs(one[0].effect.value if one[0].effect else 0))
        )
        count = f"{len(clear)} of {len(known)} cards stand{'s' * (len(clear) == 1)} out."
        says = f"{count} The clearest is {name}: {_won(side)}."
    idle = [(side.dead, name) for side, name in known if side.dead]
    if idle:
        dead, name = max(idle, key=lambda one: one[0].value)
        if dead.value:
            share = f"{with_interval(dead, True)} of those who have it never play it"
            says += f" The card that most often stays unplayed is {name}: {share}."
    return says


def _won(side: CardSide) -> str:
    won = f"those who use it win {with_interval(side.won, True)}" if side.won else ""
    if side.effect is None:
        return won
    kind = "more" if side.effect.value > 0 else "less"
    return f"{won}, {abs(100 * side.effect.value):.1f} percentage points {kind} than the others"


def _says(setup: Setup, summary: Summary, figure: Figure, name: Callable[[str], str]) -> str:
    if figure.side is None:
        return ""
    if figure.slug == "first":
        return headline(setup, summary)
    if figure.slug == "gradient":
        return _gradient(setup, figure.side, name)
    as_percent = BY_SLUG[figure.slug].as_percent
    certain = _CERTAIN.get((figure.slug, figure.side.value))
    return certain or _SAYS[figure.slug].format(with_interval(figure.side, as_percent))


def _gradient(setup: Setup, found: Interval, name: Callable[[str], str]) -> str:
    stronger, weaker = setup.opponent, setup.level
    if setup.is_level_stronger:
        stronger, weaker = weaker, stronger
    says = f"Against the {name(weaker)}, the {name(stronger)} wins {with_interval(found, True)}"
    fair = 1 / setup.seats
    if found.has(fair):
        return f"{says}: no measurable reward for skill."
    return f"{says}: {'skill counts' if found.value > fair else 'the weaker one does better'}."


def _compared(figure: Figure, against: str) -> str:
    """Return how a figure differs from that of the other edition; empty if there is none."""
    found = figure.difference
    if found is None or not against:
        return ""
    if found.value == found.low == found.high == 0:
        return f"It is the same in {against}."
    if not figure.is_different:
        return f"There is no measurable difference from {against}."
    as_percent = BY_SLUG[figure.slug].as_percent
    digits = digits_of(found, as_percent)
    way = 1 if found.value > 0 else -1
    bounds = sorted((way * found.low, way * found.high))
    apart, least, most = (number(one, as_percent, digits) for one in (abs(found.value), *bounds))
    points = " percentage points" if as_percent else ""
    kind = "more" if found.value > 0 else "less"
    return f"That is {apart}{points} {kind} than in {against} ({least} to {most})."
