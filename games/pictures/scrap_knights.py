"""Draws a duel of Scrap Knights: the mechs, their distance, and the ACTs of the turn."""

from typing import Any

from games.pictures.scene import Scene, listed, times
from games.pictures.shapes import Arrow, Drawing, Shape, Sheet, Words, broken

_WIDTH = 324
_HALF = 158
_STEP = 44
_TOKENS = (("frame_advantage", "Frame Advantage"), ("armored", "Armored"), ("blitz", "Blitz"))
_LINE = 220  # of the distance, as long as it can be


def draw(scene: Scene) -> Drawing:
    """Return the parts of the table that the scene shows."""
    sheet = Sheet(_WIDTH)
    _mechs(sheet, scene)
    _distance(sheet, scene)
    if "acts" in scene.shows:
        _acts(sheet, scene)
    if "hand" in scene.shows:
        mine = scene.view.players[scene.seat]
        sheet.line(f"Your hand: {listed([scene.card(act) for act in mine.hand or ()])}")
    if {"bots", "mechs"} & {*scene.shows}:
        for player in scene.view.players:
            _extras(sheet, scene, player)
    return sheet.drawing()


def _mechs(sheet: Sheet, scene: Scene) -> None:
    """Draw HP and heat of both, side by side."""
    limits = scene.view.limits
    step = min(14, (_HALF - 58) // limits.too_hot)
    for player in scene.view.players:
        left, name = player.seat * (_WIDTH - _HALF), scene.who(player.seat)
        hp, heat = max(player.hp, 0), min(player.heat, limits.too_hot)
        sheet.marks += [
            Words(left, sheet.top + 12, f"{name}: {player.hp} HP", 12),
            Shape("box", left, sheet.top + 17, _HALF, 10, "plate"),
            Shape("box", left, sheet.top + 17, _HALF * hp / max(limits.hp, hp), 10, f"seat-{player.seat}"),
            Words(left, sheet.top + 40, f"Heat {player.heat}", 12),
        ]
        for number in range(limits.too_hot):
            box = Shape("box", left + 58 + step * number, sheet.top + 31, step - 3, 10, "bad", number >= heat)
            sheet.marks.append(box)
        lost = scene.before.players[player.seat].hp - player.hp if scene.before else 0
        if lost > 0:
            sheet.marks.append(Words(left + _HALF, sheet.top + 12, f"−{lost}", 12, "bad", "end"))
        sheet.say(f"{name}: {player.hp} HP of {limits.hp}, heat {player.heat}")
    sheet.top += 46


def _distance(sheet: Sheet, scene: Scene) -> None:
    """Draw the reader's mech at the left and the other one as far from it as it is."""
    top, start = sheet.top + 18, 30.0
    now, most = scene.view.distance, scene.view.limits.distance
    step = _LINE / most if most * _STEP > _LINE else _STEP
    was = scene.before.distance if scene.before else now
    sheet.marks.append(Arrow((start, top), (start + most * step + 20, top), "edge", is_plain=True))
    for number in range(most + 1):
        at = start + 20 + number * step
        sheet.marks.append(Words(at, top + 30, str(number), 12, "soft", "middle"))
    other = 1 - scene.seat
    here = start + 20 + now * step
    if was != now:
        there = start + 20 + was * step
        sheet.marks.append(Shape("disc", there - 12, top - 12, 24, 24, f"seat-{other}", is_outline=True))
        sheet.marks.append(Arrow((there, top), (here + (14 if here < there else -14), top), "ink"))
    for seat, at in ((scene.seat, 16.0), (other, here)):
        sheet.marks += [
            Shape("disc", at - 12, top - 12, 24, 24, f"seat-{seat}"),
            Words(at, top + 5, str(seat + 1), 13, "enamel", "middle"),
        ]
    sheet.top += 54
    sheet.say(f"The distance is {now}" if was == now else f"The distance goes from {was} to {now}")


def _acts(sheet: Sheet, scene: Scene) -> None:
    """Draw the ACTs of this turn as far as they can be seen, or those that were just carried out."""
    shown = {event.seat: event.secrets for event in scene.happened("act-revealed")}
    is_over = scene.before is not None and scene.view.phase in ("act", "over") and not shown
    if is_over:
        return
    for player in scene.view.players:
        chosen = tuple(player.chosen or ()) or tuple(filter(None, [shown.get(player.seat)]))
        label = "; ".join(_secret(scene, secrets) for secrets in chosen)
        hidden = _hidden(scene.view, player)
        _act(sheet, player, label, hidden)
        sheet.say(f"{scene.who(player.seat)}: {label or _SAID[hidden]}")
    sheet.top += 42


_SAID = {
    "face down": "an ACT, face down",
    "no ACT yet": "no ACT chosen yet",
    "no ACT": "no ACT to play",
}


def _hidden(view: Any, player: Any) -> str:
    """Return what is to be seen of a player whose ACT isn't: whether it lies face down, or there is none."""
    if view.phase == "act" and player.hand_count:
        return "face down" if player.is_ready else "no ACT yet"
    return "no ACT"


def _act(sheet: Sheet, player: Any, label: str, hidden: str) -> None:
    """Draw an ACT: face up with its secrets, face down, or a place for one."""
    left = player.seat * (_WIDTH - _HALF)
    paint, ink = (
        ("card", "card-ink") if label else ("back", "enamel") if hidden == "face down" else ("plate", "ink")
    )
    words = label or hidden
    sheet.marks.append(Shape("box", left, sheet.top, _HALF, 36, paint))
    for row, part in enumerate(broken(words, 22)):
        sheet.marks.append(Words(left + 6, sheet.top + 15 + 14 * row, part, 11.5, ink))


def _secret(scene: Scene, secrets: Any) -> str:
    parts = [scene.card(secrets.act)]
    if secrets.number:
        parts.append(f"X {secrets.number}".replace("-", "−"))
    if secrets.overcharged:
        parts.append("overcharged")
    parts += ["in" if move < 0 else "out" for move in secrets.moves]
    return ", ".join(parts)


def _extras(sheet: Sheet, scene: Scene, player: Any) -> None:
    """Name the ULT with its link tokens, the BOTs, and the tokens of a player."""
    bots = [
        scene.card(bot.slug) + (" (armed)" if bot.is_armed else " (used)" if bot.is_used else "")
        for bot in player.bots
    ]
    tokens = [
        name + (f" ×{count}" if count > 1 else "")
        for field, name in _TOKENS
        if (count := getattr(player, field))
    ]
    name = scene.who(player.seat)
    links = times(player.links, "link token")
    sheet.line(f"{name}: ULT {scene.card(player.ult)} ({links}); BOTs {listed(bots)}", size=11.5)
    if tokens:
        sheet.line(f"{name}: tokens {listed(tokens)}", size=11.5)
