"""Draws a table of Scrapbots: Market, Lanes and a hand."""

from collections.abc import Sequence
from typing import Any

from games.pictures.scene import Scene, listed, tag_of, times
from games.pictures.shapes import Arrow, Drawing, Shape, Sheet, Words

_WIDTH = 324
_LANE = (_WIDTH - 12) / 3
_TALL = 66
_GAP = 34
_ROW = 4
_CARD = (_WIDTH - 4 * (_ROW - 1)) / _ROW
_NAMES = ("left", "centre", "right")


def draw(scene: Scene) -> Drawing:
    """Return the parts of the table that the scene shows."""
    sheet, view = Sheet(_WIDTH), scene.view
    if "market" in scene.shows:
        stack = f"Wound stack: {view.wounds}"
        _cards(sheet, scene, f"Market (main deck: {view.main_count}, {stack})", [*filter(None, view.market)])
    if "lanes" in scene.shows:
        _lanes(sheet, scene)
    if "hand" in scene.shows:
        mine = view.players[scene.seat]
        count = times(mine.deck_count, "card")
        _cards(sheet, scene, f"Your hand ({count} in your deck)", list(mine.hand or ()))
        if mine.discard:
            _cards(sheet, scene, "Your discard pile", list(mine.discard))
    pool = f"Your pool: {view.scrap} Scrap, {view.energy} Energy"
    if "lanes" in scene.shows and view.active == scene.seat and view.turn > 1:
        sheet.line(pool)
    return sheet.drawing()


def _cards(sheet: Sheet, scene: Scene, title: str, slugs: Sequence[str]) -> None:
    """Draw cards in rows, with a title above."""
    names = [scene.card(slug) for slug in slugs]
    sheet.line(title)
    sheet.said[-1] = f"{title}: {listed(names)}."
    sheet.top += 3
    for number, (slug, name) in enumerate(zip(slugs, names, strict=True)):
        left, top = number % _ROW * (_CARD + 4), sheet.top + number // _ROW * 38
        is_wound = scene.cards[slug].type == "Wound"
        sheet.marks.append(Shape("box", left, top, _CARD, 34, "bad" if is_wound else "card"))
        paint = "plate" if is_wound else "card-ink"
        for row, word in enumerate(name.split(" ", 1)):
            sheet.marks.append(Words(left + _CARD / 2, top + 14 + 14 * row, word, 12, paint, "middle"))
    sheet.top += 38 * -(-max(len(slugs), 1) // _ROW)


def _lanes(sheet: Sheet, scene: Scene) -> None:
    """Draw both sides, the reader's below, and what was struck since the picture before."""
    other = 1 - scene.seat
    _wounds(sheet, scene, other)
    upper, lower = sheet.top + 4, sheet.top + 4 + _TALL + _GAP
    for seat, top in ((other, upper), (scene.seat, lower)):
        for lane in range(3):
            _lane(sheet, scene, seat, lane, top)
    for start, end in sorted(_strikes(scene)):
        sheet.marks.append(Arrow((_middle(start), lower - 2), (_middle(end), upper + _TALL + 4), "bad"))
    sheet.top = lower + _TALL + 2
    _wounds(sheet, scene, scene.seat)


def _middle(lane: int) -> float:
    return lane * (_LANE + 6) + _LANE / 2


def _wounds(sheet: Sheet, scene: Scene, seat: int) -> None:
    sheet.line(f"{scene.who(seat)}: {times(scene.view.players[seat].wounds, 'Wound')}")


def _strikes(scene: Scene) -> set[tuple[int, int]]:
    """Return from which Lane to which the reader dealt damage."""
    found, start = set(), -1
    for event in scene.events:
        tag = tag_of(event)
        if tag in ("attacked", "component-activated"):
            start = event.lane  # type: ignore[attr-defined]
        elif tag in ("damage-dealt", "wounds-dealt") and start >= 0:
            found.add((start, event.lane))  # type: ignore[attr-defined]
    return found


def _lane(sheet: Sheet, scene: Scene, seat: int, lane: int, top: float) -> None:
    left = lane * (_LANE + 6)
    robot = scene.view.players[seat].lanes[lane]
    was = scene.before.players[seat].lanes[lane] if scene.before else robot
    whose = "Your" if seat == scene.seat else "Enemy’s"
    said = f"{whose} {_NAMES[lane]} Lane: "
    if robot is None:
        sheet.marks += [
            Shape("box", left, top, _LANE, _TALL, "plate"),
            Shape("box", left + 1, top + 1, _LANE - 2, _TALL - 2, "edge", is_outline=True),
        ]
        said += _open_lane(sheet, scene, seat, lane, was, (left, top))
    else:
        sheet.marks.append(Shape("box", left, top, _LANE, _TALL, "card"))
        said += _robot(sheet, scene, seat, robot, was, (left, top))
    sheet.say(said)


def _open_lane(
    sheet: Sheet, scene: Scene, seat: int, lane: int, was: Any, corner: tuple[float, float]
) -> str:
    """Draw an empty Lane with what happened in it, and return that in words."""
    left, top = corner
    struck = scene.happened("wounds-dealt") if seat != scene.seat else []
    dealt = sum(event.count for event in struck if event.lane == lane)
    lines, paint = [_NAMES[lane], "undefended"], "ink"
    if was is not None:
        lines, paint = [scene.card(was.card), "destroyed"], "bad"
    elif dealt:
        lines, paint = ["undefended", f"+{times(dealt, 'Wound')}"], "bad"
    for row, words in enumerate(lines):
        ink = paint if row else "ink"
        sheet.marks.append(Words(left + _LANE / 2, top + 28 + 16 * row, words, 12, ink, "middle"))
    return ", ".join(lines) if paint == "bad" else "undefended"


def _robot(sheet: Sheet, scene: Scene, seat: int, robot: Any, was: Any, corner: tuple[float, float]) -> str:
    """Draw a Scrapbot, and return it in words."""
    left, top = corner
    health = scene.cards[robot.card].figure("health") or 0
    state = "Ready" if robot.ready else "Exhausted"
    sheet.marks += [
        Shape("box", left, top, _LANE, 5, f"seat-{seat}"),
        Words(left + 6, top + 20, scene.card(robot.card), 12, "card-ink"),
        Words(left + 6, top + 35, state, 12, "card-ink"),
    ]
    for number in range(health // 10):
        paint = "harm" if number < robot.damage // 10 else "edge"
        filled = number < robot.damage // 10
        sheet.marks.append(
            Shape("disc", left + 6 + 10.5 * number, top + 50, 8, 8, paint, is_outline=not filled)
        )
    more = robot.damage - (was.damage if was is not None and was.card == robot.card else robot.damage)
    if more > 0:
        sheet.marks.append(Words(left + _LANE - 6, top + 35, f"+{more}", 12, "harm", "end"))
    elif more < 0:
        sheet.marks.append(Words(left + _LANE - 6, top + 35, f"−{-more}", 12, "heal", "end"))
    return f"{scene.card(robot.card)}, {state}, {robot.damage} damage of {health} Health"
