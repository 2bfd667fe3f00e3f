"""Types of cards and figures of the rules, with the bounds within which designers may change them."""

from collections.abc import Mapping

from games.engine.drafting import CardType, Choice, Flag, Number, RuleParameter
from games.titles.scrap_knights.box import ACT_KINDS, BOT, PREP_SIZES, TAS_CUSTOM, TEST, TYPES, ULT
from games.titles.scrap_knights.cards.parts import FIRST, LAST, TAG, USE, X
from games.titles.scrap_knights.decks.pool import BOT_COUNT, HAND
from games.titles.scrap_knights.drafting.links import LINK_CHOICES, TRIGGER_CHOICES
from games.titles.scrap_knights.state import DUE, HP, MOST_DISTANCE, START_DISTANCE, TOO_HOT, USUAL

ANY = "any"

_HEAT = Number("heat", "Heat", 0, 9, 1, rule="heat-5")
_RANGE = Choice(
    "range",
    "Range",
    ((ANY, "Any distance"), *((str(most), str(most)) for most in range(MOST_DISTANCE + 1))),
    ANY,
    rule="range-1",
)
_OVERCHARGE = Number(
    "overcharge", "Overcharge", 0, 4, 0, help="Heat more for the parts that ask for it.", rule="overcharge-1"
)
_LINK = Choice("link", "Link", LINK_CHOICES, "hit-unique", rule="ult-1")
_RESETS = Flag("link_resets", "Loses its tokens when the ACT phase begins", rule="missile-barrage-1")
_SAFE = Flag("link_safe", "No effect takes its tokens away", rule="nanomech-1")
_TRIGGER = Choice("trigger", "Trigger", TRIGGER_CHOICES, TRIGGER_CHOICES[0][0], rule="bot-1")

_NUMBERS = tuple(
    (str(number), f"{number:+d}".replace("-", "−") if number else "0") for number in range(5, -6, -1)
)
_EVERYWHERE = ((FIRST, "First"), *_NUMBERS, (LAST, "Last"))
_OF_ACTS = (*_EVERYWHERE, (X, "X, chosen in secret"))
_OF_BOTS = (*_EVERYWHERE, (TAG, "Tag"), (USE, "When used"))
_OVERCHARGED = Flag("overcharged", "Only if overcharged", rule="overcharge-1")


def _priority(choices: tuple[tuple[str, str], ...]) -> Choice:
    return Choice("priority", "Priority", choices, "0", rule="chain-1")


_PARTS = "Part"
CARD_TYPES: Mapping[str, CardType] = {
    **{
        TYPES[kind]: CardType(
            TYPES[kind],
            (_HEAT, _RANGE, _OVERCHARGE),
            abilities=(1, 4),
            ability_label=_PARTS,
            ability_fields=(_priority(_OF_ACTS), _OVERCHARGED),
        )
        for kind in ACT_KINDS
    },
    TYPES[ULT]: CardType(
        TYPES[ULT],
        (_RANGE, _OVERCHARGE, _LINK, _RESETS, _SAFE),
        abilities=(1, 4),
        ability_label=_PARTS,
        ability_fields=(_priority(_EVERYWHERE), _OVERCHARGED),
    ),
    TYPES[BOT]: CardType(
        TYPES[BOT],
        (_RANGE, _TRIGGER),
        abilities=(1, 3),
        ability_label=_PARTS,
        ability_fields=(_priority(_OF_BOTS),),
    ),
}


def _parameter(
    key: str, label: str, low: int, high: int, default: int, section: str, rule: str, *others: str
) -> RuleParameter:
    """Return a figure that the paragraph *rule* states, and the *others* too."""
    field = Number(key, label, low, high, default, rule=rule, stated=(rule, *others))
    return RuleParameter(field, section)


# Notes go by their titles.
_IN_BRIEF, _AT_THE_START = "note_the-game-in-brief", "note_the-table-at-the-start"
_SETUP, _MECHS, _TURN, _TOKENS = "Setup", "Mechs", "Turn", "Tokens"
# Each is a field of `Edition`. The bounds are those of the tracks on the mats.
PARAMETERS = (
    _parameter("hp", "HP at the start", 4, 25, HP, _SETUP, "setup-4", _AT_THE_START),
    _parameter(
        "start_distance", "Distance at the start", 0, 3, START_DISTANCE, _SETUP, "setup-4", _AT_THE_START
    ),
    _parameter("start_heat", "Heat at the start", 0, 3, 0, _SETUP, "setup-9"),
    _parameter("start_frame", "Frame Advantage at the start", 0, 3, 0, _SETUP, "setup-9"),
    _parameter("start_armored", "Armored at the start", 0, 3, 0, _SETUP, "setup-9"),
    _parameter("start_blitz", "Blitz at the start", 0, 3, 0, _SETUP, "setup-9"),
    _parameter(
        "hand_size",
        "ACTs of a mech",
        4,
        8,
        HAND,
        _MECHS,
        "setup-1",
        "setup-8",
        "setup-4",
        "term-mech-deck",
        _IN_BRIEF,
        _AT_THE_START,
    ),
    _parameter(
        "bot_count",
        "BOTs of a mech",
        1,
        3,
        BOT_COUNT,
        _MECHS,
        "setup-1",
        "setup-8",
        "term-mech-deck",
        _AT_THE_START,
    ),
    _parameter(
        "tas_custom_size",
        "Attacks of TAS-Custom",
        1,
        6,
        PREP_SIZES[TAS_CUSTOM],
        _MECHS,
        "setup-2",
        "setup-7",
        "tas-custom-1",
    ),
    _parameter("test_size", "ACTs of TEST", 6, 18, PREP_SIZES[TEST], _MECHS, "setup-3", "setup-7"),
    _parameter(
        "too_hot",
        "Heat that loses",
        4,
        12,
        TOO_HOT,
        _TURN,
        "heat-1",
        "trigger-overheat",
        "end-3",
        "term-heat",
        "term-overheat",
        _IN_BRIEF,
    ),
    _parameter(
        "links_due",
        "Link tokens that trigger an ULT",
        1,
        6,
        DUE,
        _TURN,
        "ult-1",
        "type-ult",
        "missile-barrage-1",
        "tas-custom-2",
    ),
    _parameter(
        "most_distance",
        "Greatest distance",
        3,
        MOST_DISTANCE,
        MOST_DISTANCE,
        _TURN,
        "distance-1",
        "warp-1",
        "term-distance",
    ),
    _parameter(
        "frame_priority",
        "Priority of Frame Advantage",
        1,
        3,
        USUAL.frame_priority,
        _TOKENS,
        "token-frame",
        "term-frame-advantage",
    ),
    _parameter(
        "armored_block",
        "Block of Armored",
        1,
        4,
        USUAL.armored_block,
        _TOKENS,
        "token-armored",
        "term-armored",
    ),
    _parameter(
        "blitz_damage", "Damage of Blitz", 1, 4, USUAL.blitz_damage, _TOKENS, "token-blitz", "term-blitz"
    ),
    _parameter("blitz_heat", "Heat of Blitz", 0, 3, USUAL.blitz_heat, _TOKENS, "token-blitz", "term-blitz"),
)
