"""The figures of all 56 cards, typed in once more from the source, and what is said of them."""

import csv
from importlib import resources

import pytest

from games.titles.scrap_knights import box
from games.titles.scrap_knights.cards import catalogue as cards
from games.titles.scrap_knights.cards.effects import Special, Steps
from games.titles.scrap_knights.cards.parts import CardEffect
from tests.table import ruling

CARDS = {card.slug: card for card in cards.catalogue_cards("b.0.0")}
KINDS = {kind.slug: kind for kind in cards.kinds("b.0.0")}

ANY = None

# Slug, name, heat, range, the priorities of its effects in printed order.
ATTACKS = [
    ("can-opener", "Can Opener", 0, 0, [-1]),
    ("fishslap", "Fishslap", 0, 1, [0]),
    ("shock-palm", "Shock Palm", 0, 1, [0]),
    ("crash", "Crash", 1, ANY, [0]),
    ("cross-lunge", "Cross-Lunge", 1, ANY, [0]),
    ("dagger-jab", "Dagger Jab", 1, 0, [1]),
    ("las-shot", "LAS Shot", 1, ANY, [0]),
    ("slash", "Slash", 1, 1, [0]),
    ("stab", "Stab", 1, 2, [0]),
    ("dolphin-crash", "Dolphin Crash", 2, ANY, [1, -1]),
    ("missile", "Missile", 2, ANY, [0]),
    ("pirated-cannon", "Pirated Cannon", 2, 3, [0]),
    ("scorpion-spear", "Scorpion Spear", 2, 2, [0]),
    ("siphon-drill", "Siphon Drill", 2, 2, [0]),
    ("springlock", "Springlock", 2, 0, [-1]),
    ("flamethrower", "Flamethrower", 3, 0, [0]),
    ("scope-shot", "Scope Shot", 3, ANY, [0]),
    ("machina-deus", "Machina Deus", 7, 2, ["first"]),
]
DEFENDS = [
    ("meditation", "Meditation", 0, ANY, [0]),
    ("parry-shield", "Parry Shield", 0, ANY, ["x"]),
    ("stonewall", "Stonewall", 0, ANY, [0]),
    ("taunt", "Taunt", 0, ANY, [-3]),
    ("vent", "Vent", 0, ANY, [0]),
    ("coward-call", "Coward Call", 0, ANY, [0]),
    ("wide-guard", "Wide Guard", 2, ANY, [1, 0, -1]),
]
MOVEMENTS = [
    ("dash", "Dash", 1, ANY, [0]),
    ("home-base", "Home Base", 1, ANY, [1]),
    ("step", "Step", 1, ANY, [0]),
    ("warp", "Warp", 3, ANY, [-1]),
    ("thruster-launch", "Thruster Launch", 0, ANY, [0]),
]
SPECIALS = [
    ("ghostblade", "Ghostblade", 0, ANY, [0]),
    ("overclock", "Overclock", 0, ANY, [0, 0]),
    ("wait", "Wait", 0, ANY, [0]),
    ("burstflare", "Burstflare", 1, ANY, [-3]),
    ("meltdown", "Meltdown", 1, ANY, [0]),
    ("oneliner", "Oneliner", 1, ANY, [-1]),
]
ULTS = [
    ("1000-cuts", "1000 Cuts", ANY, 1, ["last"]),
    ("big-tuna-kahuna", "Big Tuna Kahuna", ANY, ANY, [0]),
    ("eraser-las", "Eraser LAS", ANY, ANY, [0]),
    ("heatsink-blade", "Heatsink Blade", ANY, ANY, ["first"]),
    ("mechromancers-siphon", "Mechromancer’s Siphon", ANY, 2, [0]),
    ("missile-barrage", "Missile Barrage", ANY, ANY, [0]),
    ("nanomech-lance", "Nanomech Lance", ANY, 2, ["last"]),
    ("orbital-lobotomy", "Orbital Lobotomy", ANY, ANY, ["last"]),
    ("plummet-buster", "Plummet Buster", ANY, 0, [-3]),
    ("tas-custom", "TAS-Custom", ANY, ANY, [0]),
    ("test", "TEST", ANY, ANY, [0, 0]),
    ("wavedash-crash", "Wavedash Crash", ANY, ANY, ["first", -1]),
]
BOTS = [
    ("ad-chain", "AD-Chain", ANY, ANY, ["tag"]),
    ("ad-pester", "AD-Pester", ANY, ANY, ["first"]),
    ("dd-burst", "DD-Burst", ANY, ANY, ["use", "first"]),
    ("dd-soothe", "DD-Soothe", ANY, ANY, ["tag"]),
    ("md-close", "MD-Close", ANY, ANY, ["first"]),
    ("md-dash", "MD-Dash", ANY, ANY, ["tag"]),
    ("sd-hats", "SD-Hats", ANY, ANY, [0]),
    ("sd-terror", "SD-Terror", ANY, ANY, ["tag"]),
]
BY_TYPE = {
    "Attack": ATTACKS,
    "Defend": DEFENDS,
    "Movement": MOVEMENTS,
    "Special": SPECIALS,
    "ULT": ULTS,
    "BOT": BOTS,
}
ALL = [row for rows in BY_TYPE.values() for row in rows]

OVERCHARGES = {"dolphin-crash": 1, "overclock": 1, "test": 2}
TRIGGERS = {
    "ad-chain": ("opp", "threatened"),
    "ad-pester": ("opp", "uninterrupted"),
    "dd-burst": ("you", "threatened"),
    "dd-soothe": ("you", "overheat"),
    "md-close": ("you", "miss"),
    "md-dash": ("you", "move"),
    "sd-hats": ("opp", "miss"),
    "sd-terror": ("opp", "threatened"),
}
LINKS = {
    "1000-cuts": ("hit-from", 1, ""),
    "big-tuna-kahuna": ("hit-with", 0, "fishslap"),
    "eraser-las": ("use-unique", 0, ""),
    "heatsink-blade": ("start-hot", 5, ""),
    "mechromancers-siphon": ("vent-to-0", 0, ""),
    "missile-barrage": ("use-frame", 0, ""),
    "nanomech-lance": ("use-bot", 0, ""),
    "orbital-lobotomy": ("defend-in-a-row", 2, ""),
    "plummet-buster": ("hit-range", 0, ""),
    "tas-custom": ("hit-unique", 0, ""),
    "test": ("use-kind", 0, "special"),
    "wavedash-crash": ("use-kind", 0, "movement"),
}


@ruling("type-attack", "type-defend", "type-movement", "type-special", "type-ult", "ult-3", "type-bot")
def test_every_card_is_in_the_box_once_and_of_its_type():
    found = [(card.slug, card.name, card.type) for card in CARDS.values()]
    wanted = [(slug, name, kind) for kind, rows in BY_TYPE.items() for slug, name, *_ in rows]
    assert found == wanted
    assert [len(rows) for rows in BY_TYPE.values()] == [18, 7, 5, 6, 12, 8]
    assert {card.rule for card in CARDS.values()} == {f"type-{kind.lower()}" for kind in BY_TYPE}


@pytest.mark.parametrize("slug, name, heat, range_, priorities", ALL)
def test_a_card_has_the_figures_of_the_source(slug, name, heat, range_, priorities):
    card, kind = CARDS[slug], KINDS[slug]
    assert card.figure("heat") == heat
    assert card.figure("range") == range_
    assert (kind.heat, kind.range) == (heat or 0, range_)
    assert [part.priority for part in kind.parts] == priorities
    assert card.figure("priority") == max((one for one in priorities if isinstance(one, int)), default=None)


@ruling("overcharge-1")
def test_just_three_cards_can_be_overcharged():
    assert {slug: kind.overcharge for slug, kind in KINDS.items() if kind.overcharge} == OVERCHARGES
    for slug, kind in KINDS.items():
        assert [part.overcharged for part in kind.parts].count(True) == (slug in OVERCHARGES), slug
        assert slug not in OVERCHARGES or kind.parts[-1].overcharged


@ruling("secret-1")
def test_what_is_settled_in_secret():
    moves = {slug: kind.directions for slug, kind in KINDS.items() if kind.directions}
    assert moves == {"dash": 1, "step": 1, "thruster-launch": 1, "md-dash": 1}
    numbers = {slug: kind.numbers for slug, kind in KINDS.items() if kind.numbers}
    assert numbers == {
        "parry-shield": (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5),
        "thruster-launch": (1, 2, 3, 4, 5, 6),
    }
    assert [slug for slug, kind in KINDS.items() if kind.names_card] == ["machina-deus"]


def test_what_arms_each_bot():
    found = {slug: (kind.trigger.whose, kind.trigger.what) for slug, kind in KINDS.items() if kind.trigger}
    assert found == TRIGGERS


def test_what_links_each_ult():
    found = {slug: kind.link for slug, kind in KINDS.items() if kind.link}
    assert {slug: (link.kind, link.value, link.card) for slug, link in found.items()} == LINKS
    assert [slug for slug, link in found.items() if link.is_safe] == ["nanomech-lance"]
    assert [slug for slug, link in found.items() if link.resets_on_act] == ["missile-barrage"]


@ruling("distance-2")
def test_cards_that_ask_where_a_move_began_remind_of_its_rule():
    reminded = {slug: card.reminders for slug, card in CARDS.items() if card.reminders}
    assert sorted(reminded) == ["crash", "cross-lunge", "dolphin-crash"]
    for reminders in reminded.values():
        assert [(one.text, one.rule) for one in reminders] == [
            ("The distance before the move counts.", "distance-2")
        ]


@ruling("read-1")
@pytest.mark.parametrize("slug", CARDS)
def test_the_text_made_from_the_effects_is_the_printed_text(slug):
    assert CARDS[slug].lines == CARDS[slug].printed


@pytest.mark.parametrize(
    "slug, lines",
    [
        ("fishslap", [("", "0 damage. Hit: the distance grows by 1.")]),
        (
            "dolphin-crash",
            [
                ("Priority +1", "Move 2 forward. From distance 2 or less: 1 damage."),
                ("Overcharge 1, Priority −1", "Move 1 back. From distance 1 or less: 2 damage."),
            ],
        ),
        (
            "parry-shield",
            [("Secret", "Choose X, from −5 to −1 or from 1 to 5."), ("Priority X", "Block 2.")],
        ),
        (
            "heatsink-blade",
            [
                ("Link", "The ACT phase begins with 5 heat or more. Below 5 heat the tokens are lost."),
                (
                    "Priority First",
                    "At distance 2 or less: damage equal to your heat. "
                    "Your heat becomes 0, which nothing prevents.",
                ),
            ],
        ),
        (
            "dd-burst",
            [
                ("Trigger", "You are threatened."),
                ("When used", "All links lose 1 token."),
                ("Priority First", "All damage and all effects of this turn are prevented."),
            ],
        ),
    ],
)
def test_what_is_printed(slug, lines):
    assert [(line.cost, line.text) for line in CARDS[slug].printed] == lines


@pytest.mark.parametrize(
    "slug, facets",
    [
        ("slash", ("damage",)),
        ("missile", ("damage", "frame-advantage")),
        ("step", ("frame-advantage", "move", "secret")),
        ("overclock", ("blitz", "overcharge")),
        ("warp", ("distance", "interrupt")),
        ("machina-deus", ("damage", "name", "secret")),
        ("dd-burst", ("link", "prevent")),
        ("eraser-las", ("damage", "hand")),
    ],
)
def test_a_card_is_found_by_what_it_does(slug, facets):
    assert CARDS[slug].facets == facets


def test_one_offs_are_fewer_than_a_tenth_of_the_cards():
    """Everything else is put together from verbs that any card could use."""
    odd = {slug for slug, kind in KINDS.items() for part in kind.parts if specials(part.effect)}
    assert len(odd) <= len(KINDS) // 10
    assert odd == {"meltdown", "eraser-las", "missile-barrage", "tas-custom", "test"}


def specials(effect: CardEffect) -> list[CardEffect]:
    """Return the one-offs in an effect, wherever they are in it."""
    inner = [*effect.steps] if isinstance(effect, Steps) else []
    inner += [found for name in ("then", "on_hit") if (found := getattr(effect, name, None))]
    return [*([effect] if isinstance(effect, Special) else []), *(s for one in inner for s in specials(one))]


def test_cards_csv_has_each_card_once():
    source = resources.files("games.titles.scrap_knights").joinpath("cards.csv")
    with source.open(encoding="utf-8") as lines:
        slugs = [row["slug"] for row in csv.DictReader(lines)]
    assert slugs == [slug for slug, *_ in ALL]
    assert len(box.ACTS) == 36
    assert len(box.ATTACKS) == 18


def test_the_rules_of_a_released_edition_never_change():
    """Running matches pin the hash; a change needs a new edition or a revision."""
    assert cards.cards_hash("b.0.0") == "3e9a3cbef1d27587d68193a4c36d724f2517003522a582edf5e06cc9e5b2400f"
