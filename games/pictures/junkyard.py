"""Draws a yard of Junkyard, and registers."""

from typing import Any

from games.pictures.scene import Scene, times
from games.pictures.shapes import Arrow, Drawing, Shape, Sheet, Wedge, Words

_CELL = 44
_WIDTH = 7 * _CELL
_HEADINGS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
_NAMES = {"n": "north", "e": "east", "s": "south", "w": "west"}
_PILES = (
    *("north-west", "north", "north-east", "west", "middle", "east"),
    *("south-west", "south", "south-east"),
)
_REGISTER = (_WIDTH - 8) / 3


def draw(scene: Scene) -> Drawing:
    """Return the yard, the registers, or both."""
    sheet = Sheet(_WIDTH)
    if "yard" in scene.shows:
        _yard(sheet, scene)
    if "registers" in scene.shows:
        for player in scene.view.players:
            _registers(sheet, scene, player)
    return sheet.drawing()


def _yard(sheet: Sheet, scene: Scene) -> None:
    sheet.marks.append(Shape("box", 0, 0, _WIDTH, _WIDTH, "plate"))
    for row in range(7):
        for column in range(7):
            if (row + column) % 2:
                left, top = _middle(row, column)
                sheet.marks.append(Shape("disc", left - 4, top - 4, 8, 8, "edge"))
    for number, pile in enumerate(scene.view.piles):
        left, top = _middle(1 + number // 3 * 2, 1 + number % 3 * 2)
        sheet.marks += [
            Shape("box", left - 18, top - 18, 36, 36, "back" if pile.count else "edge"),
            Words(left, top + 5, str(pile.count), 14, "enamel", "middle"),
        ]
    counts = {pile.count for pile in scene.view.piles}
    each = times(min(counts), "card") + (" each" if len(counts) == 1 else " or more")
    sheet.say(f"The yard from above: nine piles in three rows of three, with {each}")
    robots = [
        (seat, robot, scene.before.robots[seat] if scene.before else None)
        for seat, robot in enumerate(scene.view.robots)
        if robot is not None
    ]
    for seat, robot, was in robots:
        if was is not None and was != robot:
            _ghost(sheet, seat, was, robot)
    for seat, robot, was in robots:
        _robot(sheet, seat, robot)
        name = scene.who(seat)
        now = f"{_place(robot)}, heading {_NAMES[robot.heading]}"
        if was is None or was == robot:
            sheet.say(f"{name}: {now}")
        else:
            sheet.say(f"{name}: from {_place(was)}, heading {_NAMES[was.heading]}, to {now}")
    sheet.top = _WIDTH


def _middle(row: int, column: int) -> tuple[float, float]:
    return (column + 0.5) * _CELL, (row + 0.5) * _CELL


def _place(robot: Any) -> str:
    """Return the name of the space of a Scrapbot, by a pile that it touches."""
    for name, (across, down) in _HEADINGS.items():
        row, column = robot.row - down, robot.column - across
        if row % 2 and column % 2 and 0 < row < 6 and 0 < column < 6:
            return f"{_NAMES[name]} of the {_PILES[row // 2 * 3 + column // 2]} pile"
    return ""


def _robot(sheet: Sheet, seat: int, robot: Any) -> None:
    left, top = _middle(robot.row, robot.column)
    across, down = _HEADINGS[robot.heading]
    nose = tuple(
        (left + ahead * across - aside * down, top + ahead * down + aside * across)
        for ahead, aside in ((21, 0), (11, 9), (11, -9))
    )
    sheet.marks += [
        Wedge(nose, f"seat-{seat}"),
        Shape("disc", left - 14, top - 14, 28, 28, f"seat-{seat}"),
        Words(left, top + 5, str(seat + 1), 14, "enamel", "middle"),
    ]


def _ghost(sheet: Sheet, seat: int, was: Any, robot: Any) -> None:
    """Show where a Scrapbot came from, and the way it went."""
    start, end = _middle(was.row, was.column), _middle(robot.row, robot.column)
    sheet.marks.append(Shape("disc", start[0] - 14, start[1] - 14, 28, 28, f"seat-{seat}", is_outline=True))
    if start != end:
        across, down = end[0] - start[0], end[1] - start[1]
        length = (across**2 + down**2) ** 0.5
        short = (length - 22) / length
        sheet.marks.append(Arrow(start, (start[0] + across * short, start[1] + down * short)))


def _registers(sheet: Sheet, scene: Scene, player: Any) -> None:
    name = scene.who(player.seat)
    hand = times(player.hand_count, "card")
    sheet.top += 4
    sheet.line(
        f"{name}: {player.active} of 6 registers active, {hand} in hand, {player.deck_count} in the deck"
    )
    sheet.top += 4
    for number, register in enumerate(player.registers):
        left, top = number % 3 * (_REGISTER + 4), sheet.top + number // 3 * 38
        _register(sheet, scene, name, number + 1, register, left, top)
    sheet.top += 2 * 38


def _register(
    sheet: Sheet, scene: Scene, name: str, number: int, register: Any, left: float, top: float
) -> None:
    has_card = register.card is not None
    paint = "card" if has_card else "back" if register.slotted else "plate"
    sheet.marks.append(Shape("box", left, top, _REGISTER, 34, paint))
    if register.active:
        sheet.marks.append(Shape("box", left + 1, top + 1, _REGISTER - 2, 32, "hazard", is_outline=True))
    ink = "card-ink" if has_card else "enamel" if register.slotted else "ink"
    label = f"{number}" if register.active else f"{number} not active"
    sheet.marks.append(Words(left + 5, top + 13, label, 11, ink))
    if has_card:
        face = scene.card(register.card.card)
        words = f"{face}, initiative {register.card.initiative}"
        sheet.marks += [
            Words(left + 5, top + 28, face, 12, ink),
            Words(left + _REGISTER - 5, top + 13, str(register.card.initiative), 11, ink, "end"),
        ]
        sheet.say(f"{name}, register {number}: {words}{'' if register.active else ', not active'}")
