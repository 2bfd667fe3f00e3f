"""Ready-made mechs, one for each ULT, together with all ACTs and BOTs. *Source:* `scrap-knights:setup-6`."""

from collections.abc import Mapping

from msgspec import Struct

from games.titles.scrap_knights.decks.deck import TAS_CUSTOM, TEST, Deck, make_deck


class Mech(Struct, frozen=True):
    """A mech that can be played at once. *line:* how to play it, in a sentence or two."""

    slug: str
    name: str
    line: str
    deck: Deck


MECHS: tuple[Mech, ...] = (
    Mech(
        "threshing-floor",
        "Threshing Floor",
        "Stay close and hit every turn; once the thousand cuts begin, they go on for two more turns.",
        make_deck(
            ("shock-palm", "dagger-jab", "slash", "cross-lunge", "coward-call", "step"),
            "1000-cuts",
            ("ad-chain", "ad-pester", "md-close"),
        ),
    ),
    Mech(
        "fishmonger",
        "Fishmonger",
        "Slap from distance 1 or less, crash back in, slap again; three slaps trigger the big one.",
        make_deck(
            ("fishslap", "crash", "pirated-cannon", "taunt", "home-base", "stonewall"),
            "big-tuna-kahuna",
            ("ad-chain", "dd-soothe", "md-close"),
        ),
    ),
    Mech(
        "clean-slate",
        "Clean Slate",
        "Never use the same ACT twice before the laser fires, and take the best card off the table with it.",
        make_deck(
            ("las-shot", "stab", "missile", "scope-shot", "vent", "dash"),
            "eraser-las",
            ("ad-chain", "dd-burst", "sd-hats"),
        ),
    ),
    Mech(
        "furnace-heart",
        "Furnace Heart",
        "Live at 5 or 6 heat for three turns, then put all of it into one blow.",
        make_deck(
            ("flamethrower", "scope-shot", "taunt", "wide-guard", "thruster-launch", "burstflare"),
            "heatsink-blade",
            ("dd-soothe", "md-close", "md-dash"),
        ),
    ),
    Mech(
        "second-wind",
        "Second Wind",
        "Vent to 0 heat again and again; every third time, you get a used BOT back.",
        make_deck(
            ("slash", "stab", "siphon-drill", "meditation", "vent", "meltdown"),
            "mechromancers-siphon",
            ("ad-pester", "dd-burst", "sd-terror"),
        ),
    ),
    Mech(
        "salvo",
        "Salvo",
        "Save up Frame Advantage and spend three in one turn; each barrage loads the next.",
        make_deck(
            ("las-shot", "missile", "vent", "step", "ghostblade", "wait"),
            "missile-barrage",
            ("ad-chain", "dd-soothe", "sd-hats"),
        ),
    ),
    Mech(
        "hive-keeper",
        "Hive Keeper",
        "Use all three BOTs as soon as they are armed; the lance they build strikes three times.",
        make_deck(
            ("crash", "slash", "stab", "scorpion-spear", "meditation", "step"),
            "nanomech-lance",
            ("ad-chain", "ad-pester", "md-dash"),
        ),
    ),
    Mech(
        "quiet-room",
        "Quiet Room",
        "Guess when your opponent will attack, block it, and take the cards they rely on.",
        make_deck(
            ("stab", "machina-deus", "meditation", "parry-shield", "stonewall", "wide-guard"),
            "orbital-lobotomy",
            ("dd-burst", "dd-soothe", "sd-terror"),
        ),
    ),
    Mech(
        "pile-driver",
        "Pile Driver",
        "Get to distance 0 and hold on: three hits from there and the pile comes down.",
        make_deck(
            ("can-opener", "cross-lunge", "dagger-jab", "springlock", "vent", "thruster-launch"),
            "plummet-buster",
            ("ad-pester", "md-close", "md-dash"),
        ),
    ),
    Mech(
        "choreographer",
        "Choreographer",
        "Hit with three different Attacks from distance 1, and the whole routine follows at once.",
        make_deck(
            ("slash", "stab", "dolphin-crash", "missile", "vent", "step"),
            TAS_CUSTOM,
            ("ad-chain", "dd-soothe", "sd-hats"),
            ("slash", "stab", "missile"),
        ),
    ),
    Mech(
        "prototype",
        "Prototype",
        "Begin with Specials; after three of them, trade what you don’t need for better parts.",
        make_deck(
            ("stab", "vent", "ghostblade", "overclock", "wait", "oneliner"),
            TEST,
            ("ad-pester", "dd-burst", "sd-hats"),
            (
                *("slash", "dolphin-crash", "missile", "pirated-cannon", "scorpion-spear", "scope-shot"),
                *("meditation", "stonewall", "taunt", "wide-guard", "home-base", "thruster-launch"),
            ),
        ),
    ),
    Mech(
        "riptide",
        "Riptide",
        "Move out, shoot, move in, lunge; every third Movement ends with the crash.",
        make_deck(
            ("cross-lunge", "scope-shot", "taunt", "dash", "step", "warp"),
            "wavedash-crash",
            ("dd-soothe", "md-close", "md-dash"),
        ),
    ),
)

BY_SLUG: Mapping[str, Mech] = {mech.slug: mech for mech in MECHS}


def mech_with(deck: Deck) -> Mech | None:
    """Return the ready-made mech that has just this deck, if it is one."""
    return next((mech for mech in MECHS if mech.deck == deck), None)
