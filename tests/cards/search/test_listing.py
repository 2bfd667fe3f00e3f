"""The card list: what each question shows, and which links narrow it."""

import re

import pytest
from django.test import Client

from cards.search.address import Asked
from cards.search.facets import FacetLink
from cards.search.listing import A_PAGE, Listing, list_cards
from games import catalog

pytestmark = pytest.mark.django_db
OLD = "game:scrapbots edition:3.4"
CARDS = [card for title in catalog.titles() for edition in title.editions.values() for card in edition.cards]


def ask(text: str, **more: str) -> Listing:
    return list_cards(Asked.of({"q": text, **more}))


def names(found: Listing) -> list[str]:
    return [entry.card.name for group in found.groups for entry in group.entries]


def link(links: tuple[FacetLink, ...], label: str) -> FacetLink:
    return next(found for found in links if found.label == label)


def test_at_first_the_newest_editions_are_shown_in_the_order_of_the_box() -> None:
    found = list_cards(Asked.of({}))
    wanted = [card.name for title in catalog.titles() for card in title.newest.cards]
    assert names(found) == wanted[:A_PAGE]
    assert found.count == len(wanted)
    assert found.groups[0].edition.slug == catalog.titles()[0].newest.slug
    assert all(entry.card.name in entry.face for entry in found.groups[0].entries)


def test_types_count_kinds_and_copies() -> None:
    counts = {row.label: (row.count, row.copies) for row in ask(OLD).type_links[1:]}
    assert counts == {"Component": (6, 42), "Scrapbot": (5, 26), "Resource": (5, 12), "Wound": (1, 20)}
    assert (ask(OLD).count, ask(OLD).copies) == (17, 100)


def test_a_type_narrows_the_cards_but_not_the_counts_of_types() -> None:
    found = ask(f"{OLD} type:wound")
    assert names(found) == ["Brain Damage"]
    assert len(found.type_links) == 5
    assert [row.label for row in found.type_links if row.is_chosen] == ["Wound"]


def became(found: Listing) -> dict[str, tuple[str, list[str]]]:
    """Return what became of each card: its status, and what changed with the words for it."""
    return {
        entry.card.slug: (
            entry.turnover.status,
            [" ".join([row.label, *(span.text for span in row.spans)]) for row in entry.turnover.changes],
        )
        for group in found.groups
        for entry in group.entries
        if entry.turnover
    }


def test_cards_that_changed_say_what_became_of_them() -> None:
    found = became(ask("changed:3.4..3.6 g:scrapbots"))
    assert found["rocket-pod"] == ("changed", ["Scrap 8 10"])
    assert found["sentry-gun"] == ("added", [])
    assert found["armor-plate"] == ("removed", [])
    assert len(found) == ask("changed:3.4..3.6").count, "every card that is found"
    assert became(ask("changed:3.6..3.4")) == found
    assert not became(ask("edition:3.6")), "unless editions are compared"


def test_a_checklist_says_what_changed_where_editions_are_compared(client: Client) -> None:
    compared = client.get(
        "/cards/", {"q": "changed:3.4..3.6 g:scrapbots", "as": "checklist"}
    ).content.decode()
    row = compared[compared.index("Rocket Pod</a>") :].partition("</tr>")[0]
    assert "What changed" in compared
    assert re.search(r"<del>.*8.*<ins>.*10", row, re.DOTALL)
    assert "What changed" not in client.get("/cards/", {"as": "checklist"}).content.decode()


def test_games_are_counted_too() -> None:
    found = ask("edition:any")
    counts = {row.label: row.count for row in found.game_links[1:]}
    assert counts == {
        title.name: sum(len(edition.cards) for edition in title.editions.values())
        for title in catalog.titles()
    }


def test_pressing_a_type_changes_the_question() -> None:
    assert link(ask("scout").type_links, "Scrapbot").url == "/cards/?q=scout+type%3AScrapbot"
    assert link(ask("type:wound scout").type_links, "All types").url == "/cards/?q=scout"
    either = link(ask("wound or scout order:cost", **{"as": "text"}).type_links, "Scrapbot")
    assert either.url == "/cards/?q=%28wound+or+scout%29+type%3AScrapbot+order%3Acost&as=text"
    assert either.found_url == either.url.replace("/cards/", "/cards/found/")


@pytest.mark.parametrize(
    "query, text",
    [
        ({"type": "Wound"}, "type:Wound"),
        ({"q": "scout", "game": "scrapbots", "edition": "3.6"}, "scout game:scrapbots edition:3.6"),
        ({"q": "scout edition:3.4", "edition": ""}, "scout"),
        ({"q": "edition:3.4 and scout", "edition": "any"}, "scout edition:any"),
        ({"q": "a and edition:3.4 and b", "edition": ""}, "a and b"),
        ({"q": "-edition:3.4", "edition": "3.6"}, "-edition:3.4 edition:3.6"),
        ({"q": "(type:wound)", "type": "Resource"}, "(type:wound) type:Resource"),
        ({"type": "Two Words"}, 'type:"Two Words"'),
        ({"type": 'a"b'}, "type:"),
    ],
)
def test_old_addresses_and_selects_become_part_of_the_question(query: dict[str, str], text: str) -> None:
    assert Asked.of(query).text.startswith(text)


def test_all_editions_stand_one_after_the_other() -> None:
    found = ask("edition:all game:scrapbots")
    assert [group.edition.slug for group in found.groups] == ["3.6-2020-07", "3.6", "3.4"]


def test_with_an_order_of_its_own_the_list_is_one_group() -> None:
    (group,) = ask("edition:any order:name").groups
    assert group.title is None


def test_pages() -> None:
    first = ask("edition:any order:name")
    pages = [ask("edition:any order:name", page=str(page)) for page in range(1, first.pages + 1)]
    assert sum(len(names(page)) for page in pages) == len(CARDS)
    assert all(page.before_url == "" for page in pages[:1])
    assert pages[-1].after_url == ""
    assert ask("edition:any", page="99999").page == first.pages
    for strange in ("0", "-1", "x", "٣", "9" * 5000):
        assert ask("scout", page=strange).page == 1


def test_pages_lead_to_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cards.search.listing.A_PAGE", 5)
    found = ask(OLD, page="2", **{"as": "text"})
    assert (found.page, found.pages, len(names(found))) == (2, 4, 5)
    assert found.before_url == "/cards/?q=game%3Ascrapbots+edition%3A3.4&as=text"
    assert found.after_url == "/cards/?q=game%3Ascrapbots+edition%3A3.4&as=text&page=3"


def test_what_is_only_in_other_editions_is_pointed_to() -> None:
    found = ask("game:scrapbots armor")
    assert (found.count, found.elsewhere and found.elsewhere.count) == (0, 1)
    assert ask("nonsuch").elsewhere is None


def test_a_mistake_shows_where_and_how_to_mend_it() -> None:
    found = ask("scout cots:5")
    assert found.mistake is not None
    assert (found.mistake.before, found.mistake.wrong, found.mistake.after) == ("scout ", "cots", ":5")
    assert found.mended_url == "/cards/?q=scout+cost%3A5"
    assert (found.groups, found.type_links) == ((), ())


def test_a_table_has_a_column_for_each_figure() -> None:
    (group,) = ask(f"{OLD} type:scrapbot or ({OLD} type:wound)", **{"as": "checklist"}).groups
    assert group.figures == (("cost", "Scrap"), ("health", "Health"))
    assert group.entries[0].numbers == ("4", "40")
    assert group.entries[-1].numbers == ("", "")


def test_facet_links_survive_questions_that_are_full_already() -> None:
    for text in (" ".join(["zz"] * 50), "z" * 500, "(" * 10 + "zz" + ")" * 10 + " or zz"):
        assert ask(text).mistake is None


def test_finer_types_can_be_pressed_where_every_card_has_one() -> None:
    assert ask("").sub_links == ()
    found = ask("game:scrapyard sub:lens order:value")
    assert [row.label for row in found.sub_links] == [
        "All subtypes",
        *("Gear", "Piston", "Battery", "Circuit", "Lens", "Plating"),
    ]
    assert [row.label for row in found.sub_links if row.is_chosen] == ["Lens"]
    assert {(row.count, row.copies) for row in found.sub_links[1:]} == {(9, 9)}
    gear = link(found.sub_links, "Gear").url
    assert gear == "/cards/?q=game%3Ascrapyard+sub%3AGear+order%3Avalue"


def test_only_the_chosen_games_editions_are_offered() -> None:
    assert [option.value for option in ask("game:junkyard").editions] == ["", "0.1", "any"]
    assert {"0.1", "1.0", "3.4"} <= {option.value for option in ask("").editions}
    assert [option.value for option in ask("game:junkyard edition:3.4").editions if option.is_chosen] == [
        "3.4"
    ]


def test_another_game_drops_an_edition_that_it_lacks() -> None:
    assert Asked.of({"q": "edition:3.4", "game": "junkyard", "edition": "3.4"}).text == "game:junkyard"
    assert Asked.of({"game": "scrapbots", "edition": "3.4"}).text == "game:scrapbots edition:3.4"
    assert Asked.of({"game": "junkyard", "edition": "any"}).text == "game:junkyard edition:any"


def test_the_table_says_the_range_of_numbers_that_copies_have() -> None:
    (group,) = ask("game:junkyard name:crane", **{"as": "checklist"}).groups
    assert group.figures == (("initiative", "Initiative"), ("charge", "Charge"), ("value", "Scrap value"))
    assert group.entries[0].numbers == ("171–179", "1", "4")


def test_selects_for_order_become_part_of_the_question() -> None:
    assert Asked.of({"q": "scout or drone", "order": "cost"}).text == "scout or drone order:cost"
    assert Asked.of({"q": "scout order:cost direction:desc", "order": ""}).text == "scout direction:desc"


def test_only_orders_of_figures_that_cards_have_are_offered() -> None:
    orders = {option.value for option in ask("game:junkyard").orders}
    assert {"", "name", "initiative", "charge"} <= orders
    assert not {"heat", "health"} & orders
    assert [option.value for option in ask("game:junkyard order:heat").orders if option.is_chosen] == ["heat"]


def test_a_press_on_a_column_sorts_by_it_and_another_turns_it_round() -> None:
    def column(text: str, label: str):
        (group, *_) = ask(text, **{"as": "checklist"}).groups
        return next(found for found in group.columns if found.label == label)

    assert column(OLD, "Scrap").is_sorted == ""
    assert column(OLD, "Scrap").url == "/cards/?q=game%3Ascrapbots+edition%3A3.4+order%3Acost&as=checklist"
    up, down = column(f"{OLD} order:cost", "Scrap"), column(f"{OLD} order:cost direction:desc", "Scrap")
    assert (up.is_sorted, down.is_sorted) == ("ascending", "descending")
    assert "direction%3Adesc" in up.url
    assert "direction" not in down.url
    assert "direction" not in column(f"{OLD} order:cost direction:desc", "Copies").url


def test_the_order_is_turned_round_by_a_link() -> None:
    assert ask("scout").reverse.url == "/cards/?q=scout+direction%3Adesc"
    assert ask("scout direction:desc").reverse.is_chosen


@pytest.mark.parametrize(
    "text, better",
    [
        ("splahs", "splash"),
        ("type:scrapbot splahs", "type:scrapbot splash"),
        ("name:sentri", "name:sentry"),
        ('name="sentri gun"', 'name="sentry gun"'),
        ("salvge or -recahrge game:junkyard cost:3", "salvage or -recharge game:junkyard cost:3"),
        ("zzzzzz", ""),
        ("name:salvge", ""),
    ],
)
def test_words_that_no_card_has_are_spelled_better_if_that_finds_cards(text: str, better: str) -> None:
    link = ask(text).better
    assert (link.label if link else "") == better


@pytest.mark.parametrize(
    "text, meant",
    [
        ("Scrap 4", "cost:4"),
        ("scout or health 50", "scout or health:50"),
        ("initiative 105-110", "initiative:105-110"),
        ("scrapbots cost 2 to 4", "game:scrapbots cost:2..4"),
        ("priority 0 to 4 Scrap Knights", "priority:0..4 game:scrap-knights"),
        ("Scrap Knights priority 0", "game:scrap-knights priority:0"),
        ("cards that draw", "does:draw"),
        ("Scrapbots cards that draw", "game:scrapbots does:draw"),
        ("which draws", "does:draw"),
        ("Scrapbots cards that flip", "game:scrapbots does:flip"),
        ("scrapbots that zzz", ""),
        ("scrapbots", ""),
        ("charge -1", ""),
        ("scrap 4 energy 3", ""),
        ("-scrap 4", ""),
        ('"scrap" 4', ""),
        ("draw 2", ""),
        ("scrap 999", ""),
        ("cost:4", ""),
        ("scrap", ""),
        ("(", ""),
    ],
)
@pytest.mark.soak(seconds=0.05, one_in=4)
def test_a_figure_and_a_number_are_offered_as_a_condition(text: str, meant: str) -> None:
    link = ask(text).meant
    assert (link.label if link else "") == meant
    if link:
        assert "%3A" in link.url
        assert ask(link.label).count


def test_all_wrong_conditions_are_mended_at_once() -> None:
    mistake = ask("scrap>=2 scrap<=4 hp>1").mistake
    assert mistake is not None
    assert mistake.wrong == "scrap"
    assert mistake.mended == "cost>=2 cost<=4 health>1"


def test_a_type_that_another_game_has_is_answered_with_the_types_of_this_one() -> None:
    assert (
        ask("game:junkyard type:part").kinds == "Junkyard has no such cards. Its types are Starter and Junk."
    )
    for text in ("game:junkyard type:junk zzz", "game:scrapbots type:component", "type:part zzz", "zzz"):
        assert ask(text).kinds == ""


def test_what_finds_cards_is_not_spelled_better() -> None:
    assert ask("scout").better is None


def test_alternatives_are_shown_as_chosen() -> None:
    found = ask("game:scrapbots,scrapyard type:part,resource")
    assert [row.label for row in found.type_links if row.is_chosen] == ["Resource", "Part"]
    assert [option.value for option in found.games if option.is_chosen] == ["scrapbots,scrapyard"]


@pytest.mark.parametrize("said", ["3.4,3.6", "newest,3.4", "3"])
def test_another_order_leaves_several_editions_in_the_question(said: str) -> None:
    """A select holds one value: the browser sent the last edition, and the others were gone."""
    (now,) = [option for option in ask(f"edition:{said} drone").editions if option.is_chosen]
    asked = Asked.of({"q": f"edition:{said} drone", "edition": now.value, "order": "name"})
    assert asked.text.startswith(f"edition:{said} drone")


def test_old_and_new_editions_are_in_one_answer() -> None:
    found = ask("edition:any name=enforcer")
    assert [group.edition.slug for group in found.groups] == ["3.6-2020-07", "3.6", "3.4"]
