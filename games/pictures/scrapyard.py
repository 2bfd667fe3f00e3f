"""Draws a field of Scrapyard, what players have, and what they collected."""

from typing import Any

from games.pictures.scene import Scene, listed, times
from games.pictures.shapes import Arrow, Drawing, Shape, Sheet, Words

_CELL = 36
_COLUMNS = 9
_WIDTH = _COLUMNS * _CELL
_ROWS = {3: "three", 4: "four", 5: "five", 6: "six"}
_SHORT = {
    "gear": "Gr",
    "piston": "Pi",
    "battery": "Ba",
    "circuit": "Ci",
    "lens": "Le",
    "plating": "Pl",
}


def draw(scene: Scene) -> Drawing:
    """Return the parts of the table that the scene shows."""
    sheet = Sheet(_WIDTH)
    if "field" in scene.shows:
        _field(sheet, scene)
    for player in scene.view.players:
        if "players" in scene.shows:
            _player(sheet, scene, player)
        if "collected" in scene.shows:
            _collected(sheet, scene, player)
    return sheet.drawing()


def _field(sheet: Sheet, scene: Scene) -> None:
    view, rows = scene.view, len(scene.view.cards) // _COLUMNS
    sheet.say(f"The field: {_ROWS[rows]} rows of nine cards")
    for card in view.cards:
        _card(sheet, scene, card)
    for player in view.players:
        _pawn(sheet, scene, player)
    sheet.top = rows * _CELL + 2
    known = {card.part for card in view.cards if card.part and card.taken_by < 0}
    if known:
        key = [f"{short}: {part.capitalize()}" for part, short in _SHORT.items() if part in known]
        sheet.line(", ".join(key), paint="soft")
        sheet.said.pop()


def _card(sheet: Sheet, scene: Scene, card: Any) -> None:
    left, top = card.place % _COLUMNS * _CELL + 1, card.place // _COLUMNS * _CELL + 1
    said: list[str] = []
    if card.taken_by >= 0:
        sheet.marks.append(Shape("box", left + 1, top + 1, _CELL - 4, _CELL - 4, "edge", is_outline=True))
        said.append(f"taken by {scene.who(card.taken_by)}")
    elif card.card:
        sheet.marks.append(Shape("box", left, top, _CELL - 2, _CELL - 2, "card"))
        said.append(f"{scene.card(card.card)}, {'face up' if card.is_open else 'seen only by you'}")
        if not card.is_open:
            sheet.marks.append(
                Shape("box", left + 1.5, top + 1.5, _CELL - 5, _CELL - 5, "back", is_outline=True)
            )
        words = f"{_SHORT[card.part]}{card.value}"
        sheet.marks.append(Words(left + _CELL / 2 - 1, top + 16, words, 12, "card-ink", "middle"))
    else:
        sheet.marks.append(Shape("box", left, top, _CELL - 2, _CELL - 2, "back"))
    across = left + 4
    for seat, count in enumerate(card.cubes):
        for _ in range(count):
            sheet.marks.append(Shape("box", across, top + 22, 9, 9, "enamel"))
            sheet.marks.append(Shape("box", across + 1, top + 23, 7, 7, f"seat-{seat}"))
            across += 8
        if count:
            whose = "your own" if seat == scene.seat else f"of {scene.who(seat)}"
            said.append(f"with {times(count, 'cube')} {whose}")
    if said:
        row, column = card.place // _COLUMNS + 1, card.place % _COLUMNS + 1
        sheet.say(f"Row {row}, column {column}: {', '.join(said)}")


def _pawn(sheet: Sheet, scene: Scene, player: Any) -> None:
    if player.pawn < 0:
        return
    was = scene.before.players[player.seat].pawn if scene.before else player.pawn
    here = _middle(player.pawn)
    if 0 <= was != player.pawn:
        sheet.marks.append(Arrow(_middle(was), here, "hazard"))
    sheet.marks += [
        Shape("disc", here[0] - 10, here[1] - 10, 20, 20, "enamel"),
        Shape("disc", here[0] - 9, here[1] - 9, 18, 18, f"seat-{player.seat}"),
        Words(here[0], here[1] + 4, str(player.seat + 1), 12, "enamel", "middle"),
    ]
    row, column = player.pawn // _COLUMNS + 1, player.pawn % _COLUMNS + 1
    sheet.say(f"{scene.who(player.seat)}: the pawn in row {row}, column {column}")


def _middle(place: int) -> tuple[float, float]:
    return (place % _COLUMNS + 0.7) * _CELL, (place // _COLUMNS + 0.72) * _CELL


def _player(sheet: Sheet, scene: Scene, player: Any) -> None:
    view, parts = scene.view, [f"{times(player.supply, 'cube')} in supply"]
    if player.tiles is not None:
        parts.append(f"tiles {listed([tile.capitalize() for tile in player.tiles])}")
    if view.active == player.seat and view.phase == "peek":
        parts.append(f"{times(view.peeks_left, 'peek')} left")
    if view.active == player.seat and view.phase == "collect":
        parts.append(f"{times(view.points_left, 'action point')} left")
    sheet.line(f"{scene.who(player.seat)}: {', '.join(parts)}")


def _collected(sheet: Sheet, scene: Scene, player: Any) -> None:
    """Draw what a player collected, and at the end what it is worth."""
    cards = [scene.view.cards[place] for place in player.collected]
    tiles = "" if player.tiles is None else f", tiles {listed([tile.capitalize() for tile in player.tiles])}"
    sheet.line(f"{scene.who(player.seat)}: {times(player.supply, 'cube')} in supply{tiles}")
    sheet.top += 3
    for number, card in enumerate(cards):
        left = number * 78
        fits = player.tiles is not None and card.part in player.tiles
        sheet.marks.append(Shape("box", left, sheet.top, 74, 26, "card"))
        sheet.marks.append(Shape("box", left, sheet.top, 74, 4, "heal" if fits else "harm"))
        sheet.marks.append(Words(left + 37, sheet.top + 19, scene.card(card.card), 12, "card-ink", "middle"))
    sheet.top += 30
    sheet.say(f"Collected: {listed([scene.card(card.card) for card in cards])}")
    if player.score is not None:
        score = player.score
        sheet.line(f"{score.matching} + {score.cubes} − {score.other} = {score.total} points")
    sheet.top += 4
