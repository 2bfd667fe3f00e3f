"""Every whole number in what a card does may move in a search, and has a name that designers understand."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from msgspec.structs import replace

from games import catalog
from games.drafts.actions.changing import change_draft
from games.drafts.actions.making import create_draft
from games.drafts.editing import with_card, with_new, with_out
from games.drafts.editions import changes_of, drafting_of
from games.engine import codec
from games.engine.drafting import (
    Ability,
    CardChange,
    Changes,
    DraftRefused,
    NewCard,
    Number,
    figures_in,
    with_figures,
)
from games.engine.drafting.vocabulary import TAG
from games.lab.measuring.packages import edition_of
from games.suggestions import asking, making
from games.suggestions.forms import read, start_of
from games.suggestions.making import change_working_copy, make_draft
from games.suggestions.models import SuggestionSearch
from games.suggestions.page import figure_name, page_of
from games.suggestions.searching.question import values_of, with_values
from games.suggestions.searching.trying import Tried, best_of
from tests.games.suggestions.conftest import SHORT, finished

pytestmark = pytest.mark.django_db
TITLES = ("scrapbots", "junkyard", "scrapyard", "scrap-knights")
DRONE = "cards/drone/does/0/effects/0/amount"


def movable(title: str) -> dict[str, str]:
    """Return the names of all figures of *title* that may move, by their places."""
    start = start_of(AnonymousUser(), {"title": title})
    return {one.at: f"{group.name}: {one.label}" for group in start.groups for one in group.figures}


def numbers_in(data: object) -> int:
    """Return how many whole numbers are anywhere in what a card does, as data."""
    if isinstance(data, dict):
        return sum(numbers_in(value) for key, value in data.items() if key != TAG)
    if isinstance(data, list | tuple):
        return sum(map(numbers_in, data))
    return isinstance(data, int) and not isinstance(data, bool)


@pytest.mark.parametrize("title", TITLES)
def test_each_whole_number_in_what_a_card_does_may_move_and_has_a_name_of_its_own(title):
    found, values = movable(title), values_of(title, None, catalog.title(title).newest.slug)
    assert len(set(found.values())) == len(found)
    for slug, card in values.cards.items():
        mine = [at for at in found if at.startswith(f"cards/{slug}/does/")]
        whole = sum(numbers_in(ability.effects) + numbers_in(dict(ability.values)) for ability in card.does)
        assert len(mine) == (0 if card.fixed else whole), slug


@pytest.mark.parametrize("title", TITLES)
def test_no_figure_is_called_by_a_verb(title):
    """Each effect with a number says what the number is; “Draw cards: count” is no figure."""
    verbs = drafting_of(catalog.title(title)).vocabulary.verbs
    unnamed = [one.tag for one in verbs if any(isinstance(f, Number) for f in one.fields) and not one.figure]
    assert not unnamed


@pytest.mark.parametrize(
    "title, at, name",
    [
        ("scrapbots", "cards/sentry-gun/does/0/effects/0/amount", "Sentry Gun: damage of its attack"),
        ("scrapbots", DRONE, "Drone: damage of its first attack"),
        ("scrapbots", "cards/drone/does/1/values/energy", "Drone: Energy of its second attack"),
        ("scrapbots", "cards/blaster/does/0/effects/1/then/amount", "Blaster: damage, on heads"),
    ],
)
def test_a_figure_is_called_in_words(title, at, name):
    assert movable(title)[at] == name
    assert figure_name(title, values_of(title, None, catalog.title(title).newest.slug), at) == name


def test_figures_of_the_other_games_are_called_in_words():
    assert "Crane: cards salvaged, second time" in movable("junkyard").values()
    assert "Fishslap: growth of the distance, on a hit" in movable("scrap-knights").values()


@pytest.mark.soak(seconds=1)
@pytest.mark.parametrize("title", TITLES[:2] + TITLES[3:])
def test_a_candidate_has_the_figure_that_it_moves(title):
    """Each figure at its lowest and highest value makes what it says, unless the title refuses it."""
    base, drafting = catalog.title(title).newest, drafting_of(catalog.title(title))
    values, made = drafting.values(base), 0
    for slug, card in values.cards.items():
        card_type = drafting.card_types[card.type]
        for one in figures_in(card.does, card_type, drafting.vocabulary) if not card.fixed else ():
            wanted = one.field.low if one.field.low != one.now else one.now + one.field.step
            changes = with_values(Changes(), {f"cards/{slug}/does/{one.at}": wanted}, values)
            try:
                edition = drafting.edition_from(base, changes, "draft:aaaaaaaaaa@1")
            except DraftRefused:
                continue
            made += 1
            does = drafting.values(edition).cards[slug].does
            now = {two.at: two.now for two in figures_in(does, card_type, drafting.vocabulary)}
            assert now[one.at] == wanted
    assert made >= 20


def test_a_designer_moves_the_damage_of_an_attack_within_its_bounds():
    start = start_of(AnonymousUser(), {"title": "scrapbots"})
    asked = {"figure-1": DRONE, "turns-low": "30", "turns-high": "40", "candidates": "12", "games": "40"}
    (figure,) = read(start, asked | {"figure-1-low": "15", "figure-1-high": "40"}).figures
    assert list(figure.choices) == [20, 30, 40]
    question = read(start, asked)
    edition = edition_of(question.draft({DRONE: 30}, "draft:aaaaaaaaaa@1"))
    assert "30 damage" in str(edition.by_slug["drone"].lines)
    assert edition.cards_hash != start.title.newest.cards_hash


def test_the_figures_of_a_card_that_the_draft_has_changed_are_its_own():
    does = (
        Ability(effects=({TAG: "worth", "points": 2}, {TAG: "heads", "then": {TAG: "worth", "points": 1}})),
    )
    new = NewCard("washer", "Washer", "Bolt", "cog", does=does)
    changes = Changes(cards={"nut": CardChange(does=does)}, new=(new,))
    places = {"cards/washer/does/0/effects/1/then/points": 7, "cards/nut/does/0/effects/0/points": 9}
    changed = with_values(changes, places, values_of("bolts", None, "1"))
    assert changed.new[0].does[0].effects == (
        does[0].effects[0],
        {TAG: "heads", "then": {TAG: "worth", "points": 7}},
    )
    assert changed.cards["nut"].does[0].effects[0]["points"] == 9
    assert does[0].effects[0]["points"] == 2, "what was there before stays"
    with pytest.raises(LookupError):
        with_figures(does, {"0/effects/5/points": 1})


@pytest.fixture
def figure(user):
    """A draft whose first card gains points, the place of that figure, and its card."""
    card = next(iter(catalog.published("bolts", "1").by_slug))
    draft = create_draft(user, "bolts", "1", "Worthy bolts")
    does = (Ability(effects=({TAG: "worth", "points": 2},)),)
    change_draft(user, draft.pk, lambda changes: with_card(changes, card, CardChange(does=does)), "")
    draft.refresh_from_db()
    return draft, f"cards/{card}/does/0/effects/0/points", card


def asked(draft, at):
    form = {"figure-1": at, "turns-low": "1", "level": "random", "games": "40", "candidates": "12"}
    moved = read(start_of(draft.owner, {"draft": draft.pk}), form).figures
    return replace(SHORT, changes=draft.working, figures=(*SHORT.figures, *moved))


def test_a_suggestion_about_what_a_card_does_becomes_a_draft(user, figure):
    draft, at, card = figure
    search = finished(asking.ask(user, asked(draft, at), draft))
    assert any("points" in name for name in page_of(search).figures)
    best = best_of([row.read() for row in search.candidates.all()], 1)[0]
    made, _ = make_draft(user, search, best.number)
    (effect,) = changes_of(made.working).cards[card].does[0].effects
    assert effect["points"] == best.values[at]
    change_working_copy(user, search, best.number)
    draft.refresh_from_db()
    assert changes_of(draft.working).cards[card].does[0].effects == (effect,)


@pytest.mark.soak(seconds=1)
def test_a_suggestion_doesn_t_go_into_a_draft_whose_card_does_something_else_by_now(user, figure):
    draft, at, card = figure
    search = finished(asking.ask(user, asked(draft, at), draft))
    best = best_of([row.read() for row in search.candidates.all()], 1)[0]
    other = CardChange(does=(Ability(effects=({TAG: "shine"},)),))
    change_draft(user, draft.pk, lambda changes: with_card(changes, card, other), "")
    with pytest.raises(DraftRefused, match="since the search began"):
        change_working_copy(user, search, best.number)
    draft.refresh_from_db()
    assert codec.from_json(Changes, draft.working).cards[card] == other


def test_a_suggestion_goes_into_a_draft_whose_new_card_was_removed_since_without_that_card(user):
    does = (Ability(effects=({TAG: "worth", "points": 2},)),)
    washer = NewCard("washer", "Washer", "Bolt", "cog", does=does)
    draft = create_draft(user, "bolts", "1", "Washers")
    change_draft(user, draft.pk, lambda changes: with_new(changes, washer), "")
    draft.refresh_from_db()
    places = ["cards/washer/does/0/effects/0/points", "cards/washer/points"]
    for at in places:
        search = asking.ask(user, asked(draft, at), draft)
        values = {at: 4, "parameters/hand": 2}
        search.candidates.create(number=1, tried=codec.to_json(Tried(1, values)), fresh="[]")
        SuggestionSearch.objects.filter(pk=search.pk).update(stage=SuggestionSearch.Stage.DONE)
    change_draft(user, draft.pk, lambda changes: with_out(changes, "washer"), "")
    for search in asking.searches_of(user):
        assert changes_of(change_working_copy(user, search, 1).draft.working) == Changes(
            parameters={"hand": 2}
        )
    assert len(asking.searches_of(user)) == len(places)


def test_figures_of_cards_that_were_all_removed_go_into_no_draft(user, client_of):
    """It said that they were in the draft, and “Undo” took back the removal."""
    draft, search = without_its_washer(user, {"cards/washer/points": 4})
    answer = client_of(user).post(f"/lab/suggest/{search.pk}/take/", {"number": "1", "into": "working"})
    assert answer.status_code == 422
    assert ">The cards of this suggestion aren’t in your draft any more." in answer.text
    draft.refresh_from_db()
    assert changes_of(draft.working) == Changes()


def test_a_draft_is_made_once_however_often_its_button_is_pressed(user, search, monkeypatch):
    """On PostgreSQL they made two."""
    search = finished(search)
    number = best_of([row.read() for row in search.candidates.all()], 1)[0].number
    order, lock, look = [], QuerySet.select_for_update, making.suggestion_of

    def locked(rows, *given, **named):
        order.append(rows.model)
        return lock(rows, *given, **named)

    monkeypatch.setattr(QuerySet, "select_for_update", locked)
    monkeypatch.setattr(making, "suggestion_of", lambda *given: order.append("look") or look(*given))
    made = [make_draft(user, search, number)[0] for _ in range(2)]
    assert made[0] == made[1]
    assert order[:2] == [SuggestionSearch, "look"]
    assert order[-2:] == [SuggestionSearch, "look"]


def test_who_puts_figures_into_a_draft_reads_what_that_did(user, client_of):
    _, search = without_its_washer(user, {"cards/washer/points": 4, "parameters/hand": 2})
    client, address = client_of(user), f"/lab/suggest/{search.pk}/take/"
    for said in ("The figures are in your draft now.", "Your draft has these figures already."):
        page = client.post(address, {"number": "1", "into": "working"}, follow=True).text
        assert f"{said} Those of cards that you have removed were left out." in page
        assert ("Undo takes them back." in page) == ("now" in said)


def without_its_washer(user, values):
    """Return a draft whose new card was removed since a search began, which suggests *values* as number 1."""
    washer = NewCard("washer", "Washer", "Bolt", "cog", does=(Ability(effects=({TAG: "shine"},)),))
    draft = create_draft(user, "bolts", "1", "Washers")
    change_draft(user, draft.pk, lambda changes: with_new(changes, washer), "")
    draft.refresh_from_db()
    search = asking.ask(user, asked(draft, next(iter(values))), draft)
    search.candidates.create(number=1, tried=codec.to_json(Tried(1, values)), fresh="[]")
    SuggestionSearch.objects.filter(pk=search.pk).update(stage=SuggestionSearch.Stage.DONE)
    change_draft(user, draft.pk, lambda changes: with_out(changes, "washer"), "")
    return draft, search
