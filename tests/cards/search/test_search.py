"""The search language: every operator with an answer known from the real cards."""

import operator

import pytest

from cards.catalogue.indexing import facets_of
from cards.search.language.operators import NUMBERS, ORDERS
from cards.search.language.question import read
from cards.search.language.readings import SIGNS
from cards.search.language.vocabulary import vocabulary
from games import catalog
from games.engine.cards import Card

pytestmark = pytest.mark.django_db

SCRAPBOTS = ["drone", "enforcer", "golem", "scout", "sentinel", "sentry-gun"]
IN = "game:scrapbots edition:3.6"

ANSWERS = [
    # Words
    ("repair game:scrapbots edition:3.4", "armor-plate repair-kit"),
    ("SPLASH", "chainsaw enforcer laser-cannon scout"),
    ("sentr", "sentry-gun"),
    ("sentry-gun", "sentry-gun"),
    ("wound", "brain-damage logic-bomb med-pack"),
    ('"draw 2"', "brain-damage golem sentinel supply-crate"),
    ('"draw"', "brain-damage drone golem logic-bomb sentinel supply-crate"),
    ('"dra"', ""),
    ("dra", "brain-damage drone golem logic-bomb sentinel supply-crate"),
    ('"splash 20"', ""),
    ('"20 splash"', "enforcer"),
    # Choices
    ("game:scrap name:scout", "scout"),
    ("edition:3.4 type:resource", "fusion-cell logic-bomb magnet-trap repair-kit supply-crate"),
    ("edition:newest circuitry", "circuitry"),
    ("type:wound", "brain-damage"),
    ("type:scrapbot", " ".join(SCRAPBOTS)),
    ("type:Scrap", " ".join(SCRAPBOTS)),
    ("type=wound", "brain-damage"),
    (
        "type!=component type!=scrapbot type!=wound",
        "fusion-cell logic-bomb magnet-trap med-pack supply-crate",
    ),
    ("name:gun", "sentry-gun"),
    ("name:damage", "brain-damage"),
    ('name:"magnet trap"', "magnet-trap"),
    ("text:wound", "brain-damage logic-bomb med-pack"),
    ('text:"20 damage"', "enforcer scout"),
    ("does:splash", "chainsaw enforcer laser-cannon scout"),
    ("does:draw", "brain-damage drone golem logic-bomb sentinel supply-crate"),
    ("does:ready", "fusion-cell servomotor"),
    ("flips:yes", "blaster enforcer golem laser-cannon scout sentinel"),
    ("flips:no type:scrapbot", "drone sentry-gun"),
    ("-flips:yes type:scrapbot", "drone sentry-gun"),
    # Numbers
    ("cost:10", "enforcer rocket-pod"),
    ("cost=10", "enforcer rocket-pod"),
    ("cost>=10", "enforcer golem rocket-pod"),
    ("cost>10", "golem"),
    ("cost<2", "spare-parts"),
    ("cost<=2", "circuitry spare-parts"),
    ("cost <= 2", "circuitry spare-parts"),
    ("cost!=4 type:resource", "fusion-cell logic-bomb magnet-trap med-pack"),
    ("energy>=7", "laser-cannon rocket-pod"),
    ("energy=0", "spare-parts"),
    ("health>=70", "enforcer golem"),
    ("health<40", "sentry-gun"),
    ("qty=1", "fusion-cell logic-bomb"),
    ("qty>6", "brain-damage circuitry spare-parts"),
    # All together
    ("type:wound or qty=1", "brain-damage fusion-cell logic-bomb"),
    ("type:resource -wound", "fusion-cell magnet-trap supply-crate"),
    ("type:resource and -wound", "fusion-cell magnet-trap supply-crate"),
    (
        "-(type:scrapbot or type:component)",
        "brain-damage fusion-cell logic-bomb magnet-trap med-pack supply-crate",
    ),
    ("type:scrapbot (cost<4 or cost>10)", "golem sentry-gun"),
    ("type:scrapbot cost<4 or type:wound", "brain-damage sentry-gun"),
    ("-cost>=2", "brain-damage spare-parts"),
    ("-(-type:wound)", "brain-damage"),
    ("(type:wound or -edition:any) -(edition:3.4 or edition:3.6-2020-07)", "brain-damage"),
]


JUNKYARD = [
    ("initiative:105", "dead-weight"),
    ("initiative=109", "dead-weight"),
    ("initiative:110", ""),
    ("initiative>=309", "claw swivel"),
    ("initiative>309", "swivel"),
    ("initiative<=13", "crawl roll"),
    ("initiative<13", "crawl"),
    ("initiative>100 initiative<=121", "dead-weight gilded-core smelter"),
    ("charge<0", "dead-weight leaky-battery"),
    ("charge:-2", "dead-weight"),
    ("charge>=-1 charge<=0", "gilded-core leaky-battery"),
    ("charge:3", "reactor"),
    ("value>=7", "dead-weight gilded-core"),
    ("value:0", "crawl grab pivot roll stash"),
    ("type:starter charge:2", "roll"),
    ("does:recharge", "dynamo reactor"),
    ('"salvage 3"', "electromagnet"),
    ("qty>9", "crawl grab pivot"),
]

SCRAPYARD = [
    ("sub:lens value>=7", "lens-7 lens-8 lens-9"),
    ("sub:gear value<3", "gear-1 gear-2"),
    ("sub:pl value:4", "plating-4"),
    ("value:9 -sub:gear -sub:lens", "battery-9 circuit-9 piston-9 plating-9"),
    ("circuit 5", "circuit-5"),
]


def found(text: str) -> list[str]:
    return [row.slug for row in read(text).rows()]


@pytest.mark.parametrize("text, slugs", ANSWERS, ids=[text for text, _ in ANSWERS])
def test_known_answers(text: str, slugs: str) -> None:
    where = "" if "edition:" in text else IN
    assert sorted(found(f"({text}) {where}")) == slugs.split()


@pytest.mark.parametrize("text, slugs", JUNKYARD, ids=[text for text, _ in JUNKYARD])
def test_known_answers_of_junkyard(text: str, slugs: str) -> None:
    assert sorted(found(f"({text}) game:junkyard edition:0.1")) == slugs.split()


@pytest.mark.parametrize("text, slugs", SCRAPYARD, ids=[text for text, _ in SCRAPYARD])
def test_known_answers_of_scrapyard(text: str, slugs: str) -> None:
    assert sorted(found(f"({text}) game:scrapyard edition:1.0")) == slugs.split()


# --- Every operator gives what a plain loop over all cards of all games gives -----------------------

CARDS = [card for title in catalog.titles() for edition in title.editions.values() for card in edition.cards]
COMPARE = {
    ":": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def keys(text: str) -> set[tuple[str, str, str]]:
    return {(row.game, row.edition, row.slug) for row in read(f"edition:any ({text})").rows()}


def key(card: Card) -> tuple[str, str, str]:
    return card.game, card.edition, card.slug


def numbers(card: Card, name: str) -> list[int]:
    """Return the figure of a card, of each copy if they differ; nothing if the card lacks it."""
    first = card.quantity if name == "qty" else card.figure(name)
    return [] if first is None else list(range(first, card.numbers.get(f"{name}_last", first) + 1))


@pytest.mark.parametrize("name", [found.key for found in NUMBERS])
@pytest.mark.soak(seconds=0.4, one_in=5)
def test_numbers_of_all_cards(name: str) -> None:
    values = sorted({value for card in CARDS for value in numbers(card, name)}) or [1]
    for value in (values[0] - 1, values[0], values[len(values) // 2], values[-1]):
        for sign in SIGNS["number"]:
            fits = {
                key(card) for card in CARDS if any(COMPARE[sign](own, value) for own in numbers(card, name))
            }
            assert keys(f"{name}{sign}{value}") == fits, (sign, value)
            assert keys(f"-{name}{sign}{value}") == {key(card) for card in CARDS} - fits, (sign, value)


@pytest.mark.parametrize(
    "name, values",
    [
        ("game", lambda card: [card.game]),
        ("edition", lambda card: [card.edition]),
        ("type", lambda card: [card.type]),
        ("sub", lambda card: [card.sub]),
        ("does", facets_of),
    ],
)
@pytest.mark.soak(seconds=0.4, one_in=5)
def test_choices_of_all_cards(name: str, values) -> None:
    choices = getattr(vocabulary(), name)
    assert {value for card in CARDS for value in values(card)} - {""} <= set(choices)
    for choice in choices:
        fits = {key(card) for card in CARDS if choice in values(card)}
        assert fits or choice == "flip"
        assert keys(f'{name}:"{choice}"') == fits
        assert keys(f'-{name}:"{choice}"') == keys(f'{name}!="{choice}"') == {key(c) for c in CARDS} - fits


@pytest.mark.soak(seconds=2)
def test_every_card_is_found_by_its_name_and_by_its_text() -> None:
    for card in CARDS:
        assert key(card) in keys(f'name:"{card.name}"')
        for line in card.lines:
            assert key(card) in keys(f'text:"{line.text}"')


# --- Editions and orders ---------------------------------------------------------------------------


def test_without_an_edition_the_newest_of_each_game_is_meant() -> None:
    newest = {key(card) for title in catalog.titles() for card in title.newest.cards}
    assert {(row.game, row.edition, row.slug) for row in read("").rows()} == newest
    assert {(row.game, row.edition, row.slug) for row in read("edition:newest").rows()} == newest
    assert keys("cost>=0 or -cost>=0") == {key(card) for card in CARDS}


def test_the_order_of_the_box_comes_first() -> None:
    assert [(row.game, row.edition, row.slug) for row in read("edition:all").rows()] == [
        key(card) for card in CARDS
    ]


@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("is_descending", [False, True])
@pytest.mark.soak(seconds=0.04, one_in=4)
def test_orders(name: str, is_descending: bool) -> None:
    rows = list(read(f"order:{name}" + " direction:desc" * is_descending).rows())
    values = [order_value(row, name, place) for place, row in enumerate(rows)]
    known = [value for value in values if value is not None]
    assert len(rows) == len(list(read("").rows()))
    assert values == known + [None] * (len(values) - len(known)), "cards without the figure come last"
    if name not in ("box", "edition"):
        assert known == sorted(known, reverse=is_descending)


def order_value(row, name: str, place: int):
    if name in ("box", "edition"):
        return place
    if name == "name":
        return row.name.casefold()
    return getattr(row, "game_rank" if name == "game" else name)


def test_the_box_can_be_turned_round() -> None:
    assert found(f"{IN} direction:desc") == found(IN)[::-1]


def test_order_known_answers() -> None:
    assert found(f"{IN} type:scrapbot order:health direction:desc")[:2] == ["golem", "enforcer"]
    assert found(f"{IN} order:name")[:3] == ["blaster", "brain-damage", "chainsaw"]
    assert found(f"{IN} order:cost direction:desc")[-1] == "brain-damage"
    assert found("sub:lens order:value direction:desc")[:2] == ["lens-9", "lens-8"]
    assert found("game:junkyard order:initiative")[:3] == ["crawl", "roll", "pivot"]
