"""What the search field suggests while somebody types."""

import pytest
from django.test import Client

from cards.search.language.question import read
from cards.search.suggesting import MOST, NAMES, suggestions
from games import catalog

pytestmark = pytest.mark.django_db


def labels(text: str) -> list[str]:
    return [found.label for found in suggestions(text)]


def texts(text: str) -> list[str]:
    return [found.text for found in suggestions(text)]


@pytest.mark.parametrize(
    "typed, wanted",
    [
        ("ty", "type:"),
        ("scrapbots ty", "type:"),
        ("Effe", "does:"),
        ("type:", "type:Scrapbot"),
        ("type:res", "type:Resource"),
        ("-type:res", "type:Resource"),
        ("TYPE:res", "type:Resource"),
        ("t:res", "type:Resource"),
        ("type:part,ju", "type:part,Junk"),
        ("name:“sentry g", 'name:"Sentry Gun"'),
        ("is:sin", "is:single"),
        ("has:he", "has:heat"),
        ("type!=res", "type!=Resource"),
        ("(cost<3 or does:spl", "does:splash"),
        ("gun sub:l", "sub:Lens"),
        ("edition:3.", "edition:3.4"),
        ("sent", 'name:"Sentry Gun"'),
        ("name:gu", 'name:"Sentry Gun"'),
        ('name:"sentry g', 'name:"Sentry Gun"'),
        ("cost>", "cost>=8"),
        ("order:c", "order:cost"),
        ("direction:d", "direction:desc"),
        ("flips:", "flips:yes"),
    ],
)
def test_a_word_that_is_begun_can_become(typed: str, wanted: str) -> None:
    assert wanted in labels(typed)


@pytest.mark.parametrize("typed", ["sc", "ma", "re", "st"])
def test_two_letters_suggest_several_names(typed: str) -> None:
    """They led to a single card, below much else. Names that begin so come first."""
    names = [label.removeprefix("name:").strip('"').lower() for label in labels(typed) if "name:" in label]
    assert len(names) >= NAMES
    begins = [name.startswith(typed) for name in names]
    assert begins == sorted(begins, reverse=True)


def test_another_name_of_a_figure_leads_to_its_condition() -> None:
    assert suggestions("scrap")[0].text == "cost:"


def test_a_suggestion_keeps_what_is_typed_before_it() -> None:
    assert texts("game:scrapbots -(type:wou") == ["game:scrapbots -(type:Wound "]
    assert texts("scout ord")[0] == "scout order:", "a value has to follow"


def test_a_value_says_which_games_have_it() -> None:
    (found,) = suggestions("type:wou")
    assert found.about == "Scrapbots"
    assert suggestions("game:junk")[0].about == "Junkyard"


def test_nothing_is_suggested_for_what_is_complete_or_strange() -> None:
    for text in ("type:Wound", "cots:5", "type>wound", '""', "🤖", "cost:5 ) x" + "z" * 500, "\0"):
        assert labels(text) == []


def test_an_empty_field_suggests_conditions() -> None:
    assert len(labels("")) == MOST
    assert all(label.endswith(":") for label in labels(""))


@pytest.mark.soak(seconds=2)
def test_every_suggested_condition_can_be_asked() -> None:
    """Every name, type and effect is suggested by its beginning, and finds cards."""
    cards = [card for title in catalog.titles() for card in title.newest.cards]
    for card in cards:
        suggested = labels(f"name:{card.name}"[:9].rstrip())
        assert suggested or len(card.name) <= 4, card.name
        for label in suggested:
            assert read(f"edition:any {label}").rows().exists(), label


def test_suggestions_are_a_list_of_options_that_may_be_cached(client: Client) -> None:
    answer = client.get("/cards/suggestions/?q=type:wou")
    assert 'role="option"' in answer.text
    assert 'data-text="type:Wound "' in answer.text
    assert "public" in answer["Cache-Control"]
    assert "&lt;b&gt;x type:" in client.get("/cards/suggestions/?q=%3Cb%3Ex+ty").text
