"""Whether a draft of Scrapyard can be dealt and played; what can't is refused where it was changed."""

from games.engine.drafting import Changes, Problems
from games.titles.scrapyard.edition import Edition
from games.titles.scrapyard.state import PAWN_CUBES, TYPES
from games.titles.scrapyard.words import count

MOST_CARDS = 150


def check_edition(before: Edition, edition: Edition, changes: Changes, problems: Problems) -> None:
    """Add to *problems* why *edition*, which *changes* made of *before*, couldn't be dealt or played."""
    _check_field(edition, problems)
    _check_types(before, edition, changes, problems)
    _check_turns(edition, changes, problems)


def _check_field(edition: Edition, problems: Problems) -> None:
    cards, places = len(edition.deck), edition.figures.places
    if cards < places:
        missing = count(places - cards, "more card")
        problems.add(
            "parameters/rows",
            f"A field of {edition.figures.rows} rows takes {places} cards, and there are {cards}: "
            f"add {missing} or copies, or lay fewer rows.",
        )
    if cards > MOST_CARDS:
        problems.add(
            "changes",
            f"A box holds at most {MOST_CARDS} cards; these are {cards}: take out {cards - MOST_CARDS}.",
        )


def _check_types(before: Edition, edition: Edition, changes: Changes, problems: Problems) -> None:
    """Every type of part has a tile, so it needs a card."""
    left = {kind.part for kind in edition.box}
    for part in (name.capitalize() for name in TYPES):
        if part not in left:
            had = {kind.slug for kind in before.box if kind.part == part}
            changed = [f"cards/{slug}/figures/part" for slug in changes.cards if slug in had]
            out = [f"out/{slug}" for slug in changes.out if slug in had]
            problems.add([*changed, *out][-1], f"No {part} is left, but its tile would still be drawn.")


def _check_turns(edition: Edition, changes: Changes, problems: Problems) -> None:
    """Nobody can do anything whose first turns have too few points to move, or to take a card."""
    figures = edition.figures
    points = figures.turn_points(figures.cubes - PAWN_CUBES)
    had = f"A turn of the collection begins with {count(points, 'action point')}"
    for key, deed in (("walk_cost", "moving"), ("take_cost", "taking a card")):
        if (price := getattr(figures, key)) > points:
            keys = (key, "free_points", "points_a_cube", "cubes")
            at = next(name for name in keys if name in changes.parameters)
            problems.add(f"parameters/{at}", f"{had}, and {deed} costs {price}.")
