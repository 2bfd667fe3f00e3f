"""What couldn't be dealt or played, although each change for itself is within its bounds."""

from collections.abc import Iterator

from games.engine.drafting import Ability, Changes, Problems
from games.titles.junkyard.edition import JUNK, STARTER, Edition

MOST_EFFECTS = 4
MOST_IN_A_DECK = 24  # the initiatives below those of junk are enough for four such decks
MOST_CARDS = 600
_WORKING = "@0"  # ends the slug of a draft that can still be changed, which is no revision


def check_limits(base: Edition, edition: Edition, changes: Changes) -> None:
    """*Raises:* `DraftRefused` unless *edition*, made of *base* by *changes*, can be dealt and played."""
    problems = Problems()
    for at, does in _texts(changes):
        if any(len(ability.effects) > MOST_EFFECTS for ability in does):
            problems.add(at, f"A card has at most {MOST_EFFECTS} effects.")
    _check_size(edition, problems)
    _check_box(base, edition, changes, problems)
    _check_decks(base, edition, changes, problems)
    _check_registers(edition, changes, problems)
    problems.refuse()


def _texts(changes: Changes) -> Iterator[tuple[str, tuple[Ability, ...]]]:
    for slug, change in changes.cards.items():
        yield f"cards/{slug}/does/0/effects", change.does or ()
    for place, card in enumerate(changes.new):
        yield f"new/{place}/does/0/effects", card.does


def _check_size(edition: Edition, problems: Problems) -> None:
    """There are no more cards than can be printed. Revisions saved before this limit stay playable."""
    count = sum(kind.quantity for kind in edition.kinds)
    if count > MOST_CARDS and edition.slug.endswith(_WORKING):
        problems.add("new", f"A box holds at most {MOST_CARDS} cards; these are {count}.")


def _check_box(base: Edition, edition: Edition, changes: Changes, problems: Problems) -> None:
    """There are enough kinds of junk for the yard. *Source:* `junkyard:setup-7`."""
    if len(edition.box) < edition.kinds_in_play:
        out = _last_out(base, changes, JUNK)
        at = "parameters/kinds_in_play" if "kinds_in_play" in changes.parameters or not out else out
        problems.add(
            at,
            f"The yard is made of {edition.kinds_in_play} kinds of junk; the box would have only "
            f"{len(edition.box)}.",
        )


def _check_decks(base: Edition, edition: Edition, changes: Changes, problems: Problems) -> None:
    """A starting deck has enough cards for a hand, and each of them an initiative of its own.

    *Source:* `junkyard:draw-1`, `junkyard:setup-6`.
    """
    size = edition.deck_size
    if not edition.hand_size <= size <= MOST_IN_A_DECK:
        problems.add(
            _starters_at(base, changes),
            f"A starting deck has at least as many cards as a hand, {edition.hand_size}, and at most "
            f"{MOST_IN_A_DECK}; this one would have {size}.",
        )


def _starters_at(base: Edition, changes: Changes) -> str:
    """Return the place of the last change that bears on the starting decks."""
    for place, card in reversed(list(enumerate(changes.new))):
        if card.type == STARTER:
            return f"new/{place}/figures/starter"
    for slug, change in reversed(changes.cards.items()):
        if "starter" in change.figures:
            return f"cards/{slug}/figures/starter"
    return _last_out(base, changes, STARTER) or "parameters/hand_size"


def _last_out(base: Edition, changes: Changes, card_type: str) -> str:
    """Return the place of the last card of that type taken out, or an empty text."""
    out = [slug for slug in changes.out if base.by_slug[slug].type == card_type]
    return f"out/{out[-1]}" if out else ""


def _check_registers(edition: Edition, changes: Changes, problems: Problems) -> None:
    """A round begins with a number of active registers that charging could bring about.

    *Source:* `junkyard:program-3`, `junkyard:charge-3`.
    """
    if not edition.fewest_active <= edition.active <= edition.most_active:
        changed = [key for key in ("active", "most_active", "fewest_active") if key in changes.parameters]
        problems.add(
            f"parameters/{changed[0]}",
            f"A round begins with {edition.active} active registers, which must be neither fewer than "
            f"{edition.fewest_active} nor more than {edition.most_active}.",
        )
