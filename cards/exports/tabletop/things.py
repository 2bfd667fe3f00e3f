"""What every object on the table says of itself.

The names are those of the program's save files. It reads all that stand here, and refuses a save whose zones
lack some of them.
"""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

# A card of 63 mm is about 2.2 units wide.
MM_PER_UNIT = 28.6
# Where the top of the table is, and where things begin so that they fall on it or on a mat.
TABLE_TOP, ABOVE = 0.96, 1.3
GREY = (0.713, 0.713, 0.713)
WHITE = (1.0, 1.0, 1.0)

Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Pose:
    """Where something lies. *x*, *z:* to the right and away from the first player, in units. *y:* its height.

    *turn:* degrees; at 180 it faces the first player. *is_down:* face down. *scale:* for x, y and z.
    """

    x: float = 0.0
    z: float = 0.0
    turn: float = 180.0
    y: float = 1.0
    is_down: bool = False
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)

    @property
    def transform(self) -> dict[str, float]:
        """The pose as a save file has it."""
        width, height, depth = self.scale
        return {
            "posX": round(self.x, 3),
            "posY": round(self.y, 3),
            "posZ": round(self.z, 3),
            "rotX": 0.0,
            "rotY": self.turn,
            "rotZ": 180.0 if self.is_down else 0.0,
            "scaleX": round(width, 4),
            "scaleY": round(height, 4),
            "scaleZ": round(depth, 4),
        }


class Ids:
    """Gives every thing an id of its own, the same each time for the same names in the same order."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def of(self, name: str) -> str:
        """Return an id made from *name* that nothing else has."""
        found = hashlib.blake2b(name.encode(), digest_size=3).hexdigest()
        while found in self._given:
            found = hashlib.blake2b(found.encode(), digest_size=3).hexdigest()
        self._given.add(found)
        return found


def thing(
    kind: str,
    guid: str,
    nickname: str,
    pose: Pose,
    words: str = "",
    colour: Colour = GREY,
    **more: Any,
) -> dict[str, Any]:
    """Return an object. *kind:* the program's name for it. *more:* what only this kind says."""
    red, green, blue = colour
    return {
        "GUID": guid,
        "Name": kind,
        "Transform": pose.transform,
        "Nickname": nickname,
        "Description": words,
        "GMNotes": "",
        "AltLookAngle": {"x": 0.0, "y": 0.0, "z": 0.0},
        "ColorDiffuse": {"r": red, "g": green, "b": blue},
        "LayoutGroupSortIndex": 0,
        "Value": 0,
        "Locked": False,
        "Grid": False,
        "Snap": True,
        "IgnoreFoW": False,
        "MeasureMovement": False,
        "DragSelectable": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": True,
        "Hands": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        **more,
    }


def saved(things: list[dict[str, Any]], **said: Any) -> bytes:
    """Return a save file with *things*. *said:* what isn't empty of what stands above them."""
    whole = {
        "SaveName": "",
        "EpochTime": 0,
        "Date": "",
        "VersionNumber": "",
        "GameMode": "",
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": "",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        **said,
        "ObjectStates": things,
    }
    return (json.dumps(whole, ensure_ascii=False, indent=2) + "\n").encode()


def colour_of(paint: str) -> Colour:
    """Return a colour such as `#b4451f` as the program says it."""
    red, green, blue = (round(int(paint[start : start + 2], 16) / 255, 3) for start in (1, 3, 5))
    return red, green, blue
