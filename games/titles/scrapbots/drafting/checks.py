"""Whether a draft of Scrapbots can be dealt and played; what can't is refused where it was changed."""

from collections.abc import Callable

from games.engine.drafting import Changes, Problems
from games.titles.scrapbots.edition import COMPONENT, SCRAPBOT, WOUND_TYPE, Edition, Kind
from games.titles.scrapbots.effects import Damage, Splash

MOST_CARDS = 600
_SEATS = 2
_STRIKES = {Damage, Splash}


def check_edition(before: Edition, edition: Edition, changes: Changes, problems: Problems) -> None:
    """Add to *problems* why *edition*, which *changes* made of *before*, couldn't be dealt or played."""
    rows = [row for row in edition.rows.values() if row.type != WOUND_TYPE]
    places = {card.slug: f"new/{place}" for place, card in enumerate(changes.new)}
    for row in rows:
        _check_copies(row, places.get(row.slug, f"cards/{row.slug}"), changes, problems)
    count = sum(row.quantity for row in edition.rows.values())
    if count > MOST_CARDS:
        problems.add("changes", f"A box holds at most {MOST_CARDS} cards; these are {count}.")
    starter = sum(row.starter for row in rows)
    for key in ("hand_size", "first_hand"):
        hand = getattr(edition, key)
        if hand > starter:
            problems.add(f"parameters/{key}", f"A starting deck of {starter} cards can’t deal {hand}.")
    main = sum(row.quantity - _SEATS * row.starter for row in rows)
    if main < edition.market_size:
        problems.add(
            "parameters/market_size",
            f"A main deck of {max(main, 0)} cards can’t fill a Market of {edition.market_size}.",
        )
    if not any(map(_is_scrapbot, rows)):
        problems.add(_place(before, changes, _is_scrapbot), "No Scrapbot is left to build.")
    elif not any(map(_strikes, rows)):
        problems.add(_place(before, changes, _strikes), "Nothing is left that deals damage.")


def _check_copies(row: Kind, at: str, changes: Changes, problems: Problems) -> None:
    if row.quantity < _SEATS * row.starter:
        change = changes.cards.get(row.slug)
        key = "quantity" if change is None or "quantity" in change.figures else "starter"
        problems.add(
            f"{at}/figures/{key}",
            f"{row.quantity} in all are too few for {row.starter} in each of two starting decks.",
        )


def _is_scrapbot(row: Kind) -> bool:
    return row.type == SCRAPBOT and row.quantity > 0


def _strikes(row: Kind) -> bool:
    return row.type in (SCRAPBOT, COMPONENT) and row.quantity > 0 and bool(row.effects & _STRIKES)


def _place(before: Edition, changes: Changes, had: Callable[[Kind], bool]) -> str:
    """Return where the last card that *had* it was changed or taken out."""
    changed = [f"cards/{slug}" for slug in changes.cards if had(before.rows[slug])]
    out = [f"out/{slug}" for slug in changes.out if had(before.rows[slug])]
    return [*changed, *out][-1]
