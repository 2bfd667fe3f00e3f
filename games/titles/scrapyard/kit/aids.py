"""The player aid of Scrapyard."""

from games.engine.kit import Aid, AidLine
from games.titles.scrapyard.edition import Figures
from games.titles.scrapyard.words import number_word


def game_aid(figures: Figures) -> Aid:
    """Return the rules in brief, with the figures of the edition."""
    return Aid("game", "The game", (*_peeking(figures), *_collecting(figures), *_scoring(figures)))


def _many(number: int, noun: str) -> str:
    return f"{number_word(number)} {noun}{'' if number == 1 else 's'}"


def _peeking(figures: Figures) -> tuple[AidLine, ...]:
    again = "rolls again" if figures.peek_dice == 2 else "rolls one die again"
    spend = f"Once a round you may spend a cube for {_many(figures.peeks_for_cube, 'more peek')}."
    placings = f"Then place or move cubes: {number_word(figures.placings)} at most."
    return (
        AidLine("Peek rounds: one for each tile that you drew", ("round-1",), is_head=True),
        AidLine("All roll two dice. The highest roll goes first.", ("order-1",)),
        AidLine(f"Whoever is first {again}: that many peeks for each player.", ("peeks-1",)),
        AidLine("Peek at cards without another player’s cube.", ("peek-1", "peek-2")),
        *((AidLine(spend, ("extra-1",)),) if figures.peeks_for_cube else ()),
        AidLine(placings, ("place-1",)),
        AidLine("When all have done that, there is a second placing.", ("place-4",)),
    )


def _collecting(figures: Figures) -> tuple[AidLine, ...]:
    turns, free = number_word(figures.turns_a_tile), _many(figures.free_points, "action point")
    more = f"and {number_word(figures.points_a_cube)} for each cube in your supply"
    own, other = figures.own_claim_cost, figures.other_claim_cost
    return (
        AidLine(
            f"Collection: {turns} turn{'' if figures.turns_a_tile == 1 else 's'} for each tile",
            ("turns-1",),
            is_head=True,
        ),
        AidLine("Two cubes make your pawn. Stand it beside a corner.", ("corner-1",)),
        AidLine("Most cubes on the field goes first.", ("first-1",)),
        AidLine(f"A turn has {free}, {more}.", ("points-1",)),
        AidLine(f"Move to the next card, over any gap: {figures.walk_cost}", ("move-1",)),
        AidLine(f"Turn up the card under your pawn: {figures.turn_up_cost}", ("flip-1",)),
        AidLine(f"Claim your own cube: {own}; another player’s: {other}", ("claim-1", "claim-2")),
        AidLine(f"Take the card if no cube lies on it: {figures.take_cost}", ("take-1",)),
    )


def _scoring(figures: Figures) -> tuple[AidLine, ...]:
    matching, other = figures.matching_points, figures.other_points
    add = "Add the cards that match your tiles" if matching == 1 else f"Add {matching} × the matching cards"
    subtract = "all your other cards" if other == 1 else f"{other} × all your other cards"
    return (
        AidLine("Points at the end", is_head=True),
        AidLine(f"{add}; the nut shows the value.", ("score-1",)),
        AidLine(f"Add {figures.cube_points} for each cube in your supply.", ("score-2", "score-4")),
        AidLine(f"Subtract {subtract}.", ("score-3",)),
    )
