"""What the search says: mistakes with place and suggestion, limits, and the question in English."""

import pytest

from cards.search.language.errors import SearchError
from cards.search.language.operators import OPERATORS
from cards.search.language.question import read

pytestmark = pytest.mark.django_db

MISTAKES = [
    # question, code, position, characters marked, mended question
    ("cots>=3", "unknown-operator", 0, 4, "cost>=3"),
    ("scout helth:5", "unknown-operator", 6, 5, "scout health:5"),
    ("scrap>=2", "unknown-operator", 0, 5, "cost>=2"),
    ("hp<50 scout", "unknown-operator", 0, 2, "health<50 scout"),
    ("zzzz:5", "unknown-operator", 0, 4, ""),
    ("is:ready", "wrong-value", 3, 5, ""),
    ("has:heta", "wrong-value", 4, 4, "has:heat"),
    ("type:part,jnuk", "wrong-value", 10, 4, "type:part,Junk"),
    ('type:"part","jnuk"', "wrong-value", 13, 4, 'type:"part","Junk"'),
    ("t:scrapbt", "wrong-value", 2, 7, "t:Scrapbot"),
    ("t>wound", "unknown-sign", 1, 1, "t:wound"),
    ("cost:4..2", "wrong-value", 5, 4, "cost:2..4"),
    ("cost:..", "wrong-value", 5, 2, ""),
    ("cost:4-2", "wrong-value", 5, 3, "cost:2..4"),
    ("cost>2-4", "unknown-sign", 4, 1, "cost:2-4"),
    ("cost:2-", "wrong-value", 5, 2, ""),
    ("cost:2-4-6", "wrong-value", 5, 5, ""),
    ("cost:2..x", "wrong-value", 5, 4, ""),
    ("cost:2,x", "wrong-value", 7, 1, ""),
    ("cost:,", "wrong-value", 5, 0, ""),
    ("cost>2,5", "unknown-sign", 4, 1, "cost:2,5"),
    ("cost!=2..4", "unknown-sign", 4, 2, "cost:2..4"),
    ("dr*g", "wrong-value", 2, 1, "drg"),
    ("name:*gun", "wrong-value", 5, 1, "name:gun"),
    ("*", "wrong-value", 0, 1, ""),
    ("changed:3.5..3.6", "wrong-value", 8, 8, ""),
    ("changed:0.1..3.4", "wrong-value", 8, 8, ""),
    ("changed:3.6-2020-07", "wrong-value", 8, 11, ""),
    ("changed:", "wrong-value", 8, 0, ""),
    ("scout – drone", "loose-minus", 6, 1, "scout  drone"),
    ("name:“heads", "open-quote", 5, 6, 'name:"heads"'),
    ("type:scrapbt", "wrong-value", 5, 7, "type:Scrapbot"),
    ('type:"scrapbt" x', "wrong-value", 6, 7, 'type:"Scrapbot" x'),
    ("game:chess", "wrong-value", 5, 5, ""),
    ("edition:3.5", "wrong-value", 8, 3, "edition:3.6"),
    ("does:splosh", "wrong-value", 5, 6, "does:splash"),
    ("flips:maybe", "wrong-value", 6, 5, "flips:yes"),
    ("order:cots", "wrong-value", 6, 4, "order:cost"),
    ("direction:up", "wrong-value", 10, 2, ""),
    ("cost:", "wrong-value", 5, 0, ""),
    ("cost:five", "wrong-value", 5, 4, ""),
    ("cost:1.5", "wrong-value", 5, 3, ""),
    ("cost:٣", "wrong-value", 5, 1, ""),
    ("cost:²", "wrong-value", 5, 1, ""),
    ("cost:9999999999", "wrong-value", 5, 10, ""),
    ("cost:" + "9" * 400, "wrong-value", 5, 400, ""),
    ("type:", "wrong-value", 5, 0, ""),
    ('name:""', "wrong-value", 6, 0, ""),
    ("type>wound", "unknown-sign", 4, 1, "type:wound"),
    ("flips < yes", "unknown-sign", 5, 3, "flips:yes"),
    ("order!=cost", "unknown-sign", 5, 2, "order:cost"),
    ("!!!", "wrong-value", 0, 3, ""),
    ("🤖", "wrong-value", 0, 1, ""),
    ('"', "open-quote", 0, 1, ""),
    ('scout "heads', "open-quote", 6, 6, 'scout "heads"'),
    ('name:"heads', "open-quote", 5, 6, 'name:"heads"'),
    ("(scout", "open-parenthesis", 0, 1, ""),
    ("scout)", "loose-parenthesis", 5, 1, "scout"),
    ("scout ()", "empty-parentheses", 6, 2, "scout"),
    ("or scout", "loose-or", 0, 2, "scout"),
    ("scout or", "loose-or", 6, 2, "scout"),
    ("scout or or drone", "loose-or", 9, 2, "scout or  drone"),
    ("(scout or) drone", "loose-or", 7, 2, "(scout ) drone"),
    ("scout and", "loose-and", 6, 3, "scout"),
    ("scout - drone", "loose-minus", 6, 1, "scout  drone"),
    ("scout -", "loose-minus", 6, 1, "scout"),
    ("--scout", "loose-minus", 0, 1, "-scout"),
    ("-order:cost", "misplaced", 0, 11, ""),
    ("(order:cost)", "misplaced", 1, 10, "()"),
    ("order:cost order:name", "twice", 11, 10, "order:cost"),
]


@pytest.mark.parametrize("text, code, position, length, mended", MISTAKES, ids=[m[0][:20] for m in MISTAKES])
@pytest.mark.soak(seconds=0.02, one_in=4)
def test_a_mistake_is_pointed_at(text: str, code: str, position: int, length: int, mended: str) -> None:
    with pytest.raises(SearchError) as caught:
        read(text)
    error = caught.value
    assert (error.code, error.position, error.length) == (f"search/{code}", position, length)
    assert error.mended(text) == mended
    assert error.message.endswith((".", "?"))


def error_of(text: str) -> SearchError:
    with pytest.raises(SearchError) as caught:
        read(text)
    return caught.value


def test_an_unknown_condition_is_told_which_ones_there_are() -> None:
    assert error_of("c:red").message == (
        "“c” isn’t a condition. Try one of these: "
        "game, edition, changed, type, sub, name, text, does, is, has, flips, cost."
    )
    assert error_of("cmc>3").mended("cmc>3") == "cost>3"


def test_a_question_has_at_most_500_characters() -> None:
    assert read("a" * 500)
    assert error_of("a" * 501).code == "search/too-long"
    assert error_of("cots:5" + " " * 500).position == 500


def test_a_question_has_at_most_50_conditions() -> None:
    assert read(" ".join(["a"] * 50))
    assert (error_of(" ".join(["a"] * 51)).code, error_of(" ".join(["a"] * 51)).position) == (
        "search/too-many",
        100,
    )


def test_each_alternative_counts_as_a_condition() -> None:
    assert read("cost:" + ",".join(["1"] * 50))
    error = error_of("scout cost:" + ",".join(["1"] * 50))
    assert (error.code, error.position) == ("search/too-many", 109)


def test_parentheses_go_ten_deep() -> None:
    assert read("(" * 10 + "a" + ")" * 10)
    assert (error_of("(" * 11 + "a" + ")" * 11).code, error_of("(" * 11).position) == ("search/too-deep", 10)
    assert error_of("(" * 500).code == "search/too-deep"


def test_limits_are_checked_before_anything_is_looked_up(django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        error_of(" ".join(["nothing:else"] * 40))
        error_of(" ".join(["cost:5"] * 51))
        read("cost:5 does:draw scout")


def test_nul_bytes_and_lone_surrogates_only_separate() -> None:
    assert [row.slug for row in read("sentry\0gun").rows()] == ["sentry-gun"]
    assert [row.slug for row in read("sentry\ud800gun").rows()] == ["sentry-gun"]


ECHOES = [
    ("", "Cards of the newest editions"),
    (
        "game:scrapbots edition:3.6 health>=50 flips:yes",
        "Scrapbots cards of edition 3.6 whose health is at least 50 and that flip coins",
    ),
    ("scout", "Cards of the newest editions that contain “scout…”"),
    (
        '"draw 2" -type:wound',
        "Cards of the newest editions that contain “draw 2” and that aren’t of type Wound",
    ),
    ("game:scrapb", "Scrapbots cards of the newest edition"),
    ("game:scrap", "Scrapbots, Scrapyard or Scrap Knights cards of the newest editions"),
    ("-game:scrapbots edition:any", "Cards of all editions that aren’t of Scrapbots"),
    ("edition:3.", "Cards of edition 3.6-2020-07, 3.6 or 3.4"),
    (
        "does:draw -does:splash text:card",
        "Cards of the newest editions with the effect “draw”, without the effect “splash”, "
        "and whose text contains “card…”",
    ),
    (
        "cost<3 or qty:1",
        "Cards of the newest editions whose cost is less than 3 or whose quantity is exactly 1",
    ),
    (
        "type:wound or qty=1",
        "Cards of the newest editions that are of type Wound or whose quantity is exactly 1",
    ),
    ("type:resource cost!=4", "Resource cards of the newest editions whose cost is not 4"),
    (
        "type:scrapbot (cost<4 or cost>10)",
        "Scrapbot cards of the newest editions whose cost is less than 4 or more than 10",
    ),
    (
        "(cost<4 or cost>10) flips:yes",
        "Cards of the newest editions (whose cost is less than 4 or more than 10) and that flip coins",
    ),
    (
        "-energy!=3",
        "Cards of the newest editions without an energy that is not 3",
    ),
    (
        "-(type:wound flips:no)",
        "Cards of the newest editions other than those of type Wound and that don’t flip coins",
    ),
    ("type:part,junk", "Part or Junk cards of the newest editions"),
    ("-type:part,junk", "Cards of the newest editions that aren’t of type Part or Junk"),
    ("cost:2..4", "Cards of the newest editions whose cost is from 2 to 4"),
    ("charge:-2-1", "Cards of the newest editions whose charge is from -2 to 1"),
    ("charge:-2--1", "Cards of the newest editions whose charge is from -2 to -1"),
    ("charge:-2", "Cards of the newest editions whose charge is exactly -2"),
    ("cost:2..4,8..", "Cards of the newest editions whose cost is from 2 to 4 or at least 8"),
    ("-cost:..4", "Cards of the newest editions without a cost that is at most 4"),
    ("name=golem", "Cards of the newest editions whose name is “golem”"),
    ("name:gun,pod", "Cards of the newest editions whose name contains “gun…” or “pod…”"),
    ("has:heat -has:text", "Cards of the newest editions with heat and without rules text"),
    ("is:changed", "Cards of the newest editions that changed in their edition"),
    ("is:older", "Cards of older editions"),
    ("changed:3.4..3.6", "Cards that changed from edition 3.4 to 3.6"),
    (
        "-changed:3.4..3.6 edition:3.6",
        "Cards of edition 3.6 that didn’t change from edition 3.4 to 3.6",
    ),
    (
        "edition:any order:cost direction:desc",
        "Cards of all editions, by cost, in reverse order",
    ),
]


@pytest.mark.parametrize("text, english", ECHOES, ids=[echo[0] for echo in ECHOES])
def test_the_question_is_said_back(text: str, english: str) -> None:
    assert read(text).english == english


@pytest.mark.parametrize("operator", OPERATORS.values(), ids=list(OPERATORS))
def test_every_operator_is_explained_with_examples_that_can_be_asked(operator) -> None:
    assert operator.label
    assert operator.about.endswith(".")
    for example in operator.examples:
        assert read(example).english
