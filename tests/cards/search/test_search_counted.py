"""150 questions, each answered as an independent count of the files cards.csv answers it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cards.search.language.question import read
from tests.cards.search.independent import Row, rows

pytestmark = pytest.mark.django_db
Fits = Callable[[Row], bool]


def newest(fits: Fits) -> Fits:
    return lambda row: row.is_newest and fits(row)


def of(game: str) -> Fits:
    return lambda row: row.game == game and row.is_newest


def differs(old: str, new: str) -> Fits:
    """Whether a card is new in *new*, or differs there, or is in *old* only."""
    before, after = ({row.slug: row for row in rows() if row.edition == name} for name in (old, new))

    def fits(row: Row) -> bool:
        if row.edition == new:
            return row.slug not in before or before[row.slug].print != row.print
        return row.edition == old and row.slug not in after

    return fits


def stayed(old: str, new: str) -> Fits:
    """Whether a card of *new* is as it was in *old*."""
    return lambda row: row.edition == new and not differs(old, new)(row)


def became(status: str) -> Fits:
    """Whether a card is `new`, or `changed`, in its edition of Scrapbots."""
    olders = {"3.6": "3.4", "3.6-2020-07": "3.6"}

    def fits(row: Row) -> bool:
        if row.edition not in olders:
            return False
        older = {one.slug: one for one in rows() if one.edition == olders[row.edition]}
        if row.slug not in older:
            return status == "new"
        return status == "changed" and older[row.slug].print != row.print

    return fits


PLAIN: list[tuple[str, Fits]] = [
    # Words
    ("scout", newest(lambda r: r.has("scout"))),
    ("damage", newest(lambda r: r.has("damage"))),
    ("dam", newest(lambda r: r.has("dam"))),
    ("dam*", newest(lambda r: r.has("dam"))),
    ('"dam"', newest(lambda r: r.says("dam"))),
    ('"dam*"', newest(lambda r: r.has("dam"))),
    ('"draw 2"', newest(lambda r: r.says("draw 2"))),
    ("“draw 2”", newest(lambda r: r.says("draw 2"))),
    ("„draw 2“", newest(lambda r: r.says("draw 2"))),
    ("«draw 2»", newest(lambda r: r.says("draw 2"))),
    ("draw 2", newest(lambda r: r.has("draw") and r.has("2"))),
    ("draw AND 2", newest(lambda r: r.has("draw") and r.has("2"))),
    ("sentry-gun", newest(lambda r: r.says("sentry gun"))),
    ("sentry–gun", newest(lambda r: r.says("sentry gun"))),
    ("SENTRY", newest(lambda r: r.has("sentry"))),
    ("salvage or recharge", newest(lambda r: r.has("salvage") or r.has("recharge"))),
    ("salvage -turn", newest(lambda r: r.has("salvage") and not r.has("turn"))),
    ("salvage −turn", newest(lambda r: r.has("salvage") and not r.has("turn"))),
    ("salvage –turn", newest(lambda r: r.has("salvage") and not r.has("turn"))),
    ("salvage —turn", newest(lambda r: r.has("salvage") and not r.has("turn"))),
    ('-"20 damage" damage', newest(lambda r: r.has("damage") and not r.says("20 damage"))),
    ("mechromancer’s", newest(lambda r: r.has("mechromancer") and r.has("s"))),
    ("nonsuch", lambda r: False),
    ("", newest(lambda r: True)),
    # Names and texts
    ("name:gun", newest(lambda r: r.has("gun", "name"))),
    ("name:s", newest(lambda r: r.has("s", "name"))),
    ("name=golem", newest(lambda r: r.name == "Golem")),
    ("name=gol", lambda r: False),
    ("name=gol*", newest(lambda r: r.name.lower().startswith("gol"))),
    ("name=s*", newest(lambda r: r.name.lower().startswith("s"))),
    ('name="sentry gun"', newest(lambda r: r.name == "Sentry Gun")),
    ("name=“Sentry Gun”", newest(lambda r: r.name == "Sentry Gun")),
    ("name=sentry-gun", newest(lambda r: r.name == "Sentry Gun")),
    ("name=“Mechromancer's Siphon”", newest(lambda r: r.slug == "mechromancers-siphon")),
    ("name=golem,scout", newest(lambda r: r.name in ("Golem", "Scout"))),
    ("name:gun,pod", newest(lambda r: r.has("gun", "name") or r.has("pod", "name"))),
    ("name!=golem", newest(lambda r: r.name != "Golem")),
    ("-name:s", newest(lambda r: not r.has("s", "name"))),
    ("text:wound", newest(lambda r: r.has("wound", "text"))),
    ("o:wound", newest(lambda r: r.has("wound", "text"))),
    ("o:“20 damage”", newest(lambda r: r.says("20 damage", "text"))),
    ('text:"move 1","move 3"', newest(lambda r: r.says("move 1", "text") or r.says("move 3", "text"))),
    ("text!=damage", newest(lambda r: not r.has("damage", "text"))),
    (
        "text:vent,block -type:ult",
        newest(lambda r: (r.has("vent", "text") or r.has("block", "text")) and r.type != "ULT"),
    ),
    # Games, editions, types
    ("game:scrapbots", of("scrapbots")),
    ("g:junkyard", of("junkyard")),
    ("G:scrap-knights", of("scrap-knights")),
    ("game:junkyard,scrapyard", newest(lambda r: r.game in ("junkyard", "scrapyard"))),
    ("-game:scrapyard", newest(lambda r: r.game != "scrapyard")),
    ("game!=scrapyard,junkyard", newest(lambda r: r.game in ("scrapbots", "scrap-knights"))),
    ("edition:3.4", lambda r: r.edition == "3.4"),
    ("e:3.4", lambda r: r.edition == "3.4"),
    ("e:3.6", lambda r: r.edition == "3.6"),
    ("e:3.4,3.6", lambda r: r.edition in ("3.4", "3.6")),
    ("edition:any", lambda r: True),
    ("edition:any scout", lambda r: r.has("scout")),
    ("edition:all type:wound", lambda r: r.type == "Wound"),
    ("edition:newest", lambda r: r.is_newest),
    ("edition:newest,3.4", lambda r: r.is_newest or r.edition == "3.4"),
    ("-edition:newest", lambda r: not r.is_newest),
    ("is:older", lambda r: not r.is_newest),
    ("is:newest", lambda r: r.is_newest),
    ("type:resource", newest(lambda r: r.type == "Resource")),
    ("t:resource", newest(lambda r: r.type == "Resource")),
    ("t=resource", newest(lambda r: r.type == "Resource")),
    ("type:part,junk", newest(lambda r: r.type in ("Part", "Junk"))),
    ("type:part,", newest(lambda r: r.type == "Part")),
    ('type:“part”,"junk"', newest(lambda r: r.type in ("Part", "Junk"))),
    ("type!=part,junk", newest(lambda r: r.type not in ("Part", "Junk"))),
    ("type≠part", newest(lambda r: r.type != "Part")),
    ("-t:part,junk g:junkyard", newest(lambda r: r.game == "junkyard" and r.type == "Starter")),
    ("sub:lens", newest(lambda r: r.sub == "Lens")),
    ("sub:lens,gear", newest(lambda r: r.sub in ("Lens", "Gear"))),
    ("is:lens", newest(lambda r: r.sub == "Lens")),
    ("is:wound", newest(lambda r: r.type == "Wound")),
    ("is:wound,ult", newest(lambda r: r.type in ("Wound", "ULT"))),
    ("-is:part", newest(lambda r: r.type != "Part")),
    ("is:single", newest(lambda r: r.qty == 1)),
    ("-is:single", newest(lambda r: r.qty > 1)),
    # What cards have
    ("has:heat", newest(lambda r: not r.lacks("heat"))),
    ("-has:heat game:scrap-knights", newest(lambda r: r.game == "scrap-knights" and r.lacks("heat"))),
    ("has:range", newest(lambda r: not r.lacks("range"))),
    ("has:cost,charge", newest(lambda r: not r.lacks("cost") or not r.lacks("charge"))),
    ("has:text", newest(lambda r: bool(r.text))),
    ("-has:text", newest(lambda r: not r.text)),
    ("has:subtype", newest(lambda r: bool(r.sub))),
    ("has:priority t:bot", newest(lambda r: r.type == "BOT" and not r.lacks("priority"))),
    ("has:coin", newest(lambda r: r.has("heads", "text"))),
    # Effects, as the texts say them
    ("does:draw", newest(lambda r: r.has("draw", "text"))),
    ("does:splash", newest(lambda r: r.has("splash", "text"))),
    ("does:salvage", newest(lambda r: r.has("salvage", "text"))),
    ("does:recharge", newest(lambda r: r.has("recharge", "text"))),
    ("does:splash,recharge", newest(lambda r: r.has("splash", "text") or r.has("recharge", "text"))),
    ("does:draw -does:damage", newest(lambda r: r.has("draw", "text") and not r.has("damage", "text"))),
    ("does:draw g:scrap-knights", newest(lambda r: r.slug == "test")),
    ("flips:yes", newest(lambda r: r.has("heads", "text"))),
    ("flips:no t:scrapbot", newest(lambda r: r.type == "Scrapbot" and not r.has("heads", "text"))),
    ("flips:yes,no", newest(lambda r: True)),
    # Numbers
    ("cost:10", newest(lambda r: r.is_("cost", 10, 10))),
    ("cost>=10", newest(lambda r: r.is_("cost", 10))),
    ("cost≥10", newest(lambda r: r.is_("cost", 10))),
    ("cost >= 10", newest(lambda r: r.is_("cost", 10))),
    ("cost<3", newest(lambda r: r.is_("cost", -99, 2))),
    ("cost<=3", newest(lambda r: r.is_("cost", -99, 3))),
    ("cost≤3", newest(lambda r: r.is_("cost", -99, 3))),
    ("cost!=4", newest(lambda r: not r.lacks("cost") and not r.is_("cost", 4, 4))),
    ("cost≠4", newest(lambda r: not r.lacks("cost") and not r.is_("cost", 4, 4))),
    ("-cost:4", newest(lambda r: not r.is_("cost", 4, 4))),
    ("cost:2..4", newest(lambda r: r.is_("cost", 2, 4))),
    ("cost:2-4", newest(lambda r: r.is_("cost", 2, 4))),
    ("cost:2–4", newest(lambda r: r.is_("cost", 2, 4))),
    ("cost=2..4", newest(lambda r: r.is_("cost", 2, 4))),
    ("cost:2…4", newest(lambda r: r.is_("cost", 2, 4))),
    ("cost:8..", newest(lambda r: r.is_("cost", 8))),
    ("cost:..2", newest(lambda r: r.is_("cost", -99, 2))),
    ("cost:4..4", newest(lambda r: r.is_("cost", 4, 4))),
    ("cost:2,5,10", newest(lambda r: any(r.is_("cost", n, n) for n in (2, 5, 10)))),
    ("cost:..2,10..", newest(lambda r: r.is_("cost", -99, 2) or r.is_("cost", 10))),
    ("-cost:2..4", newest(lambda r: not r.is_("cost", 2, 4))),
    ("energy:0..2", newest(lambda r: r.is_("energy", 0, 2))),
    ("energy>=7", newest(lambda r: r.is_("energy", 7))),
    ("health:50..70", newest(lambda r: r.is_("health", 50, 70))),
    ("health<40", newest(lambda r: r.is_("health", -99, 39))),
    ("heat:0", newest(lambda r: r.is_("heat", 0, 0))),
    ("heat:2..", newest(lambda r: r.is_("heat", 2))),
    ("range:0,2", newest(lambda r: r.is_("range", 0, 0) or r.is_("range", 2, 2))),
    ("priority<0", newest(lambda r: r.is_("priority", -99, -1))),
    ("priority:-3..-1", newest(lambda r: r.is_("priority", -3, -1))),
    ("priority:−3", newest(lambda r: r.is_("priority", -3, -3))),
    ("priority>0", newest(lambda r: r.is_("priority", 1))),
    ("initiative:105", newest(lambda r: r.is_("initiative", 105, 105))),
    ("initiative:100..125", newest(lambda r: r.is_("initiative", 100, 125))),
    ("initiative>300", newest(lambda r: r.is_("initiative", 301))),
    ("initiative:1,15,40", newest(lambda r: any(r.is_("initiative", n, n) for n in (1, 15, 40)))),
    ("charge<0", newest(lambda r: r.is_("charge", -99, -1))),
    ("charge:-2..0", newest(lambda r: r.is_("charge", -2, 0))),
    ("charge:−2..0", newest(lambda r: r.is_("charge", -2, 0))),
    ("value:7..9", newest(lambda r: r.is_("value", 7, 9))),
    ("value:9 -sub:gear,lens", newest(lambda r: r.is_("value", 9, 9) and r.sub not in ("Gear", "Lens"))),
    ("qty=1 game:scrapbots", newest(lambda r: r.game == "scrapbots" and r.qty == 1)),
    ("qty:2..5", newest(lambda r: 2 <= r.qty <= 5)),
    ("qty:8,12", newest(lambda r: r.qty in (8, 12))),
    # Between editions
    ("changed:3.4..3.6", differs("3.4", "3.6")),
    ("changed:3.4…3.6", differs("3.4", "3.6")),
    ("changed:3.6..3.4", differs("3.4", "3.6")),
    ("changed:3.4", differs("3.4", "3.6-2020-07")),
    ("changed:3.6", differs("3.6", "3.6-2020-07")),
    ("changed:..3.6", differs("3.4", "3.6")),
    ("changed:3.4..3.6 t:component", lambda r: differs("3.4", "3.6")(r) and r.type == "Component"),
    ("-changed:3.4..3.6 e:3.6", lambda r: not differs("3.4", "3.6")(r) and r.edition == "3.6"),
    ("game:scrapbots -changed:3.6", stayed("3.6", "3.6-2020-07")),
    ("-changed:3.4..3.6", stayed("3.4", "3.6")),
    ("changed!=3.4..3.6", stayed("3.4", "3.6")),
    ("-changed!=3.6", differs("3.6", "3.6-2020-07")),
    ("is:changed", newest(became("changed"))),
    ("is:changed edition:any", became("changed")),
    ("is:new edition:any", became("new")),
    # All together
    (
        "t:scrapbot (cost<4 or cost>10)",
        newest(lambda r: r.type == "Scrapbot" and (r.is_("cost", -9, 3) or r.is_("cost", 11))),
    ),
    (
        "(t:attack or t:defend) heat:0",
        newest(lambda r: r.type in ("Attack", "Defend") and r.is_("heat", 0, 0)),
    ),
    ("(t:attack,defend heat:0)", newest(lambda r: r.type in ("Attack", "Defend") and r.is_("heat", 0, 0))),
    (
        "-(t:part,junk,ult or has:cost)",
        newest(lambda r: r.type not in ("Part", "Junk", "ULT") and r.lacks("cost")),
    ),
    ("t:attack range:1..2 order:heat", newest(lambda r: r.type == "Attack" and r.is_("range", 1, 2))),
]


def test_there_are_enough_questions() -> None:
    assert len({text for text, _ in PLAIN}) == len(PLAIN) >= 150
    assert sum(any(fits(row) for row in rows()) for _, fits in PLAIN) >= 145, "most of them find something"


@pytest.mark.parametrize(
    "question", ["game:scrapbots -changed:3.6", "-changed:3.6", "changed!=3.6", "changed!=3.6 edition:any"]
)
def test_only_cards_of_the_later_edition_did_not_change(question: str) -> None:
    """Cards of older editions and of other games were found, too."""
    found = {(row.game, row.edition) for row in read(question).rows()}
    assert found == {("scrapbots", "3.6-2020-07")}
    assert read(question).rows().count() == 18


@pytest.mark.parametrize("text, fits", PLAIN, ids=[text for text, _ in PLAIN])
@pytest.mark.soak(seconds=0.02, one_in=4)
def test_an_independent_count_agrees(text: str, fits: Fits) -> None:
    found = [(row.game, row.edition, row.slug) for row in read(text).rows()]
    assert sorted(found) == sorted(row.key for row in rows() if fits(row))
