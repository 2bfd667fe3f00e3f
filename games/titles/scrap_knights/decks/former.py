"""Ready-made mechs as they were: matches that began with them replay with them, and go on so.

*Source:* `docs/changing-rules.md`.
"""

from msgspec.structs import replace

from games.titles.scrap_knights.box import TAS_CUSTOM, TEST
from games.titles.scrap_knights.decks.deck import make_deck
from games.titles.scrap_knights.decks.ready_made import MECHS

_DECKS = {
    "threshing-floor": make_deck(
        ("shock-palm", "dagger-jab", "slash", "cross-lunge", "coward-call", "step"),
        "1000-cuts",
        ("ad-chain", "ad-pester", "md-close"),
    ),
    "fishmonger": make_deck(
        ("fishslap", "crash", "pirated-cannon", "taunt", "home-base", "stonewall"),
        "big-tuna-kahuna",
        ("ad-chain", "dd-soothe", "md-close"),
    ),
    "clean-slate": make_deck(
        ("las-shot", "stab", "missile", "scope-shot", "vent", "dash"),
        "eraser-las",
        ("ad-chain", "dd-burst", "sd-hats"),
    ),
    "furnace-heart": make_deck(
        ("flamethrower", "scope-shot", "taunt", "wide-guard", "thruster-launch", "burstflare"),
        "heatsink-blade",
        ("dd-soothe", "md-close", "md-dash"),
    ),
    "second-wind": make_deck(
        ("slash", "stab", "siphon-drill", "meditation", "vent", "meltdown"),
        "mechromancers-siphon",
        ("ad-pester", "dd-burst", "sd-terror"),
    ),
    "hive-keeper": make_deck(
        ("crash", "slash", "stab", "scorpion-spear", "meditation", "step"),
        "nanomech-lance",
        ("ad-chain", "ad-pester", "md-dash"),
    ),
    "quiet-room": make_deck(
        ("stab", "machina-deus", "meditation", "parry-shield", "stonewall", "wide-guard"),
        "orbital-lobotomy",
        ("dd-burst", "dd-soothe", "sd-terror"),
    ),
    "pile-driver": make_deck(
        ("can-opener", "cross-lunge", "dagger-jab", "springlock", "vent", "thruster-launch"),
        "plummet-buster",
        ("ad-pester", "md-close", "md-dash"),
    ),
    "choreographer": make_deck(
        ("slash", "stab", "dolphin-crash", "missile", "vent", "step"),
        TAS_CUSTOM,
        ("ad-chain", "dd-soothe", "sd-hats"),
        ("slash", "stab", "missile"),
    ),
    "prototype": make_deck(
        ("stab", "vent", "ghostblade", "overclock", "wait", "oneliner"),
        TEST,
        ("ad-pester", "dd-burst", "sd-hats"),
        (
            *("slash", "dolphin-crash", "missile", "pirated-cannon", "scorpion-spear", "scope-shot"),
            *("meditation", "stonewall", "taunt", "wide-guard", "home-base", "thruster-launch"),
        ),
    ),
}
# Of engines 1 to 3. What changed later are their cards alone.
FORMER_MECHS = tuple(replace(mech, deck=_DECKS.get(mech.slug, mech.deck)) for mech in MECHS)
