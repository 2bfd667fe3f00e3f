"""Drafts: what designers change is what is dealt, played, shown and printed; the rest stays as it was."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from msgspec import structs

from games import catalog
from games.bots import bot
from games.engine.chance import FastChance
from games.engine.codec import read_options
from games.engine.drafting import Ability, CardChange, Changes, DraftRefused, NewCard
from games.engine.errors import BadOptions
from games.engine.viewers import seat_viewer
from games.matches.actions.create import check_setup
from games.titles.junkyard.edition import SEATS
from games.titles.junkyard.events import (
    CardBegun,
    CardsDrawn,
    CardsSalvaged,
    Charged,
    EffectSkipped,
    Recharged,
)
from games.titles.junkyard.moves import ChargeWith, ScrapCard, SlotCard
from games.titles.junkyard.planning import planner
from games.titles.junkyard.title import EDITION, TITLE
from tests.conformance import drafts
from tests.conformance.playouts import play_many
from tests.games.duel import Duel
from tests.soak.tenths import soaking
from tests.table import table

BASE = TITLE.newest
ICONS = Path(__file__).parents[3] / "static/icons"
DRAFTING = TITLE.drafting
# Not of the form `draft:…`: it stands among the published editions here, and no stored draft is asked for.
SLUG = "0.2"

MAGPIE = NewCard(
    "magpie",
    "Magpie",
    "Junk",
    "crab-claw",
    {"charge": 2, "value": 6},
    (Ability(effects=({"do": "salvage", "count": 2}, {"do": "scrap", "count": 1})),),
)


def draft(**changes):
    return DRAFTING.edition_from(BASE, Changes(**changes), SLUG)


def parameters(**values):
    return draft(parameters=values)


def does(*effects):
    return (Ability(effects=effects),)


def dealt(info, seats=2, seed=1, **options):
    return info.game.new(read_options(info.game.options_type, options), seats, FastChance(seed))[0]


def played(info, seats=2, seed=1):
    """Play a random game; yield each state after a move, with the events of the move."""
    game, chance = info.game, FastChance(seed)
    state = dealt(info, seats, seed)
    while to_act := game.to_act(state):
        seat = chance.pick(to_act, "seat")
        yield state, game.apply(state, seat, chance.pick(game.legal(state, seat), "move"), chance)


def refused(**changes):
    """Return the places of the problems of these changes."""
    with pytest.raises(DraftRefused) as error:
        draft(**changes)
    assert all(problem.reason.endswith(".") for problem in error.value.problems)
    return [problem.at for problem in error.value.problems]


class TestTheEdition:
    def test_without_changes_it_has_the_rules_of_its_base(self):
        info = draft()
        assert (info.slug, info.base, info.book) == (SLUG, "0.1", "0.1")
        assert info.cards_hash == BASE.cards_hash
        assert info.draws == BASE.draws
        assert info.kit == BASE.kit
        assert [card.lines for card in info.cards] == [card.lines for card in BASE.cards]
        assert {card.edition for card in info.cards} == {SLUG}

    def test_changes_that_change_nothing_leave_the_digest_alone(self):
        now = DRAFTING.values(BASE)
        cards = {
            slug: CardChange(dict(card.figures), card.does, card.name) for slug, card in now.cards.items()
        }
        assert draft(cards=dict(list(cards.items())[:20])).cards_hash == BASE.cards_hash
        assert parameters(**now.parameters).cards_hash == BASE.cards_hash

    @pytest.mark.parametrize(
        "changes",
        [
            {"cards": {"crane": CardChange({"charge": 2})}},
            {"cards": {"crane": CardChange({"value": 5})}},
            {"cards": {"crane": CardChange({"recommended": False})}},
            {"cards": {"crawl": CardChange({"starter": 2})}},
            {"cards": {"crane": CardChange(does=does({"do": "turn"}))}},
            {"out": ("smelter",)},
            {"new": (MAGPIE,)},
            *(
                {"parameters": {each.key: each.field.default + 1}}
                for each in DRAFTING.parameters
                if each.key != "most_active"
            ),
            {"parameters": {"most_active": 5}},
        ],
    )
    def test_whatever_the_rules_use_changes_the_digest(self, changes):
        assert draft(**changes).cards_hash != BASE.cards_hash

    def test_a_name_alone_doesnt(self):
        info = draft(cards={"crane": CardChange(name="Gantry")})
        assert info.cards_hash == BASE.cards_hash
        assert "Gantry" in [card.name for card in info.cards]

    def test_two_drafts_of_the_same_slug_have_their_own_cards(self):
        first, second = draft(out=("smelter",)), draft(new=(MAGPIE,))
        for info in (first, second):
            state = dealt(info, box=1)
            view = info.game.view(state, seat_viewer(0))
            slugs = {card.slug for card in info.cards}
            assert {pile.top.card for pile in view.piles} <= slugs
            assert set(view.kinds) <= slugs

    def test_the_published_edition_plays_on_as_before(self):
        before = [BASE.game.encode(state) for state, _ in played(BASE)]
        list(played(draft(new=(MAGPIE,), parameters={"hand_size": 7})))
        assert [BASE.game.encode(state) for state, _ in played(BASE)] == before

    def test_parameters_are_figures_of_the_rulebook(self):
        anchors = drafts.case_of(TITLE, BASE).anchors
        fields = [each.field for each in DRAFTING.parameters]
        fields += [field for kind in DRAFTING.card_types.values() for field in kind.figures]
        assert {field.rule for field in fields} <= anchors
        for each in DRAFTING.parameters:
            assert each.field.default == getattr(EDITION, each.key)
            assert each.field.wrong(each.field.default) == ""

    def test_every_picture_is_there(self):
        assert len(set(DRAFTING.icons)) == len(DRAFTING.icons)
        assert {card.icon for card in BASE.cards} <= {*DRAFTING.icons}
        assert not [icon for icon in DRAFTING.icons if not (ICONS / f"{icon}.svg").is_file()]


class TestParameters:
    @pytest.mark.parametrize("size", [3, 8])
    def test_everybody_draws_a_hand_of_that_size(self, size):
        info = parameters(hand_size=size)
        hands = [
            event.count for _, events in played(info) for event in events if isinstance(event, CardsDrawn)
        ]
        assert max(hands) == size
        game = (
            table("junkyard").drafted(info).with_deck(*["crawl"] * 3, *["grab"] * 3, "roll", "stash", "pivot")
        )
        assert len(game.resolve().hand()) == size
        assert game.offered(SlotCard(size - 1, 1))

    def test_a_place_that_a_small_hand_hasnt_is_refused(self):
        game = table("junkyard").drafted(parameters(hand_size=4)).holding("crawl", "grab")
        for move, rule in ((SlotCard(6, 1), "program-1"), (ChargeWith(5), "charge-1")):
            with game.refuses(rule):
                game.do(move)

    def test_a_large_hand_can_be_scrapped_to_the_last_place(self):
        cards = ["crawl", "crawl", "grab", "grab", "pivot", "pivot", "claw"]
        game = table("junkyard").drafted(parameters(hand_size=8)).slotting("stash").holding(*cards).resolve()
        assert game.do(ScrapCard(7)).heap() == ["claw"]

    def test_as_many_kinds_are_in_the_yard_and_piles_are_as_large(self):
        info = parameters(kinds_in_play=7)
        for options in ({}, {"box": 1}, {"box": 2, "kinds": [kind.slug for kind in EDITION.box[:7]]}):
            state = dealt(info, **options)
            assert {len(pile) for pile in state.piles} == {7}
            kinds = Counter(EDITION.kind_of[card].slug for pile in state.piles for card in pile)
            assert list(kinds.values()) == [9] * 7
        assert [deal.copies for deal in info.kit.deals] == [7] * 9
        assert ("shuffle", "yard", 63) in info.draws.deal

    def test_a_round_begins_with_as_many_active_registers(self):
        info = parameters(active=5)
        assert dealt(info).active == [5, 5]
        game = table("junkyard").drafted(info).slotting("", "", "", "", "crawl").resolve()
        assert [event.register for event in game.happened(CardBegun)] == [5]
        assert game.state.active == [5, 5]

    def test_charging_stays_between_the_fewest_and_the_most(self):
        info = parameters(fewest_active=2, most_active=4)
        game = table("junkyard").drafted(info).holding("dead-weight", "crawl").charge("dead-weight").resolve()
        assert [(event.before, event.after) for event in game.happened(Charged)] == [(3, 2)]
        game = table("junkyard").drafted(info).holding("roll").slotting("reactor").charge("roll").resolve()
        assert [(event.before, event.after) for event in game.happened(Charged)] == [(3, 4)]
        (skipped,) = game.happened(EffectSkipped)
        assert (skipped.rule, skipped.why) == ("recharge-2", "only 4 registers can be active")
        game = table("junkyard").drafted(info).slotting("reactor").resolve()
        assert [event.after for event in game.happened(Recharged)] == [4]

    def test_the_log_speaks_of_one_register_and_of_charges_that_change_nothing(self):
        info = parameters(active=1, fewest_active=1, most_active=1)
        game = table("junkyard").drafted(info).holding("roll").slotting("reactor").charge("roll").resolve()
        (charged,), (skipped,) = game.happened(Charged), game.happened(EffectSkipped)
        assert charged.line()[-1] == " to charge: 1 register is still active."
        assert skipped.line()[-1] == "’s Recharge 3 was skipped because only one register can be active."
        full = table("junkyard").with_active(6).holding("roll").charge("roll").resolve()
        assert full.happened(Charged)[0].line()[-1] == " to charge: 6 registers are still active."

    @pytest.mark.parametrize("piles", [1, 6])
    def test_the_game_ends_with_as_many_empty_piles(self, piles):
        info = parameters(empty_piles=piles, kinds_in_play=4)
        seen = set()
        for seed in range(4):
            *_, (state, _) = played(info, seats=4, seed=seed)
            empty = sum(not pile for pile in state.piles)
            result = info.game.result(state)
            assert (empty >= piles) == (result.rule != "house-1" and "empty" in result.reason)
            seen.add(result.reason.partition(";")[0])
        if piles == 1:
            assert "1 pile is empty" in seen

    def test_kit_and_aid_have_the_figures(self):
        info = parameters(hand_size=5, active=2, empty_piles=3)
        (aid,) = info.kit.aids
        said = " ".join(line.text for line in aid.lines)
        assert "Draw five cards." in said
        assert "to your two." in said
        assert "the third pile." in said
        program = next(mat for mat in info.kit.mats if mat.slug == "program")
        assert sum("from the start" in spot.note for spot in program.spots) == 2
        assert info.kit.spot("program/active-2")
        assert {marker.place for marker in info.kit.markers if marker.slug.startswith("active")} == {
            "program/active-2"
        }


class TestCards:
    def test_a_new_kind_is_salvaged_programmed_and_resolved(self):
        info = draft(new=(MAGPIE,))
        card = info.cards[-1]
        assert (card.slug, card.quantity, card.figure("initiative")) == ("magpie", 9, 321)
        assert [line.text for line in card.lines] == ["Salvage 2. Scrap 1."]
        assert card.facets == ("salvage", "scrap")
        game = (
            table("junkyard").drafted(info).standing(0, "w1").slotting("grab").with_pile(1, "magpie", "claw")
        )
        game.holding("crawl").resolve()
        assert game.discard()[0] == "magpie"
        (salvaged,) = game.happened(CardsSalvaged)
        assert salvaged.cards[0].card == "magpie"

        game = table("junkyard").drafted(info).standing(0, "w1").slotting("magpie").holding("crawl", "magpie")
        game.with_pile(1, "reactor", "claw", "claw").resolve()
        assert game.slugs(game.state.trash) == []
        assert game.scrap("magpie").heap() == ["magpie"]
        assert game.discard()[:2] == ["reactor", "claw"]
        assert info.game.view(game.state, seat_viewer(0)).players[0].score == 6

    def test_it_can_be_charged_with_and_acts_before_all_published_kinds(self):
        game = table("junkyard").drafted(draft(new=(MAGPIE,))).holding("magpie").charge("magpie")
        game.slotting("swivel", seat=1).slotting("magpie").resolve()
        assert [event.card.card for event in game.happened(CardBegun)] == ["magpie", "swivel"]
        assert [event.after for event in game.happened(Charged)] == [5]

    def test_a_kind_with_a_hyphen_keeps_it_where_it_is_charged_with(self):
        jump = NewCard("jump-mag", "Jump-Mag", "Junk", "crab-claw", {"charge": -2}, MAGPIE.does)
        info = draft(new=(jump,))
        game = table("junkyard").drafted(info).holding("jump-mag", "roll")
        labels = [offer.label for offer in game.game.offers(game.state, 0) if offer.to == "charge"]
        assert labels == ["Trash Jump-Mag to charge: −2", "Trash Roll to charge: +2"]

    def test_it_is_in_the_first_box_unless_it_isnt_recommended(self):
        rare = NewCard("rare", "Rare", "Junk", MAGPIE.icon, {"recommended": False}, MAGPIE.does)
        info = draft(new=(MAGPIE, rare))
        kinds = info.game.view(dealt(info), seat_viewer(0)).kinds
        assert len(kinds) == 12
        assert "magpie" in kinds
        assert "rare" not in kinds
        assert "electromagnet" not in kinds  # the first of the recommended ones makes room

    def test_kinds_taken_out_never_appear(self):
        out = ("crane", "claw", "reactor", "smelter", "pivot")
        info = draft(out=out)
        cards = {slug for card in info.cards if (slug := card.slug)}
        assert not cards & set(out)
        rules = info.game.rules
        for seed in range(6):
            for options in ({}, {"box": 1}):
                state = dealt(info, seats=4, seed=seed, **options)
                found = {rules.kind_of[card].slug for card in TITLE.census(state)}
                assert not found & set(out)
                assert len(state.kinds) == 12
        assert not {share.card for deck in info.kit.decks for share in deck.shares} & set(out)

    def test_the_kinds_to_choose_from_are_those_of_the_draft(self):
        info = draft(out=("crane",), new=(MAGPIE,), parameters={"kinds_in_play": 11})
        options = {option.name: option for option in TITLE.options_of(info)}
        picks = dict(options["kinds"].picks)
        assert picks["magpie"] == "Magpie"
        assert "crane" not in picks
        assert (options["kinds"].low, options["kinds"].high) == (11, 11)
        assert options["box"].choices[1] == "Eleven at random"
        assert TITLE.options_of(BASE) == TITLE.options
        chosen = [*list(picks)[:10], "magpie"]
        assert len(dealt(info, box=2, kinds=chosen).kinds) == 11
        with pytest.raises(BadOptions):
            dealt(info, box=2, kinds=[*chosen[:10], "crane"])

    def test_starting_decks_have_the_copies_of_the_draft(self):
        bolt = NewCard("bolt", "Bolt", "Starter", MAGPIE.icon, {"starter": 4}, does({"do": "overclock"}))
        info = draft(cards={"crawl": CardChange({"starter": 1})}, out=("roll",), new=(bolt,))
        rules, state = info.game.rules, dealt(info, seats=4)
        cards = [card for deck in state.decks for card in deck]
        assert sorted(cards) == list(range(1, SEATS * 13 + 1))
        for deck in state.decks:
            kinds = Counter(rules.kind_of[card].slug for card in deck)
            assert kinds == {"crawl": 1, "pivot": 3, "grab": 3, "stash": 2, "bolt": 4}
        assert next(card.quantity for card in info.cards if card.slug == "bolt") == 16
        assert ("seats", (("shuffle", "deck:{n}", 13),)) in info.draws.deal

    def test_changed_figures_and_keywords_count(self):
        crawl = CardChange({"value": 4, "charge": -1}, does({"do": "recharge", "count": 2}), "Winder")
        game = table("junkyard").drafted(draft(cards={"crawl": crawl}))
        game.slotting("crawl", "stash").holding("crawl", "grab").resolve()
        assert [event.after for event in game.happened(Recharged)] == [5]
        assert game.scrap("crawl").happened(type(game.events[0]))[0].score == 4
        card = next(card for card in draft(cards={"crawl": crawl}).cards if card.slug == "crawl")
        assert (card.name, card.lines, card.printed) == ("Winder", card.printed, card.lines)
        assert card.lines[0].text == "Recharge 2."

    def test_orders_can_be_given_for_the_fourth_effect(self):
        effects = ({"do": "trash"}, {"do": "shuffle"}, {"do": "overclock"}, {"do": "turn"})
        info = draft(cards={"crane": CardChange(does=does(*effects))})
        game = table("junkyard").drafted(info).standing(0, "e1").slotting("crane").holding("crawl", "grab")
        labels = [offer.label for offer in info.game.orders(game.state, 0) if offer.at == "register:1"]
        assert "Crane in register 1, fourth effect (Turn): left" in labels


def starter(slug, copies):
    return NewCard(slug, slug.upper(), "Starter", MAGPIE.icon, {"starter": copies}, MAGPIE.does)


def crane(*args, **named):
    return {"cards": {"crane": CardChange(*args, **named)}}


REFUSED = [
    ({"parameters": {"hand_size": 9}}, ["parameters/hand_size"]),
    ({"parameters": {"registers": 7}}, ["parameters/registers"]),
    ({"parameters": {"most_active": 2}}, ["parameters/most_active"]),
    ({"parameters": {"active": 1, "fewest_active": 2}}, ["parameters/active"]),
    ({"parameters": {"kinds_in_play": 20}, "out": ("crane", "claw", "hopper")}, ["parameters/kinds_in_play"]),
    ({"out": tuple(kind.slug for kind in EDITION.box[:11])}, [f"out/{EDITION.box[10].slug}"]),
    ({"out": tuple(kind.slug for kind in EDITION.kinds)}, ["out/swivel", "out/stash"]),
    ({"out": ("crawl", "pivot", "stash", "crane")}, ["out/stash"]),
    ({"cards": {"roll": CardChange({"starter": 12}), "grab": CardChange({"starter": 6})}},
     ["cards/grab/figures/starter"]),
    ({"new": (starter("a", 12), starter("b", 1))}, ["new/1/figures/starter"]),
    (crane({"starter": 1}), ["cards/crane/figures/starter"]),
    (crane({"value": 21, "charge": 7}), ["cards/crane/figures/value", "cards/crane/figures/charge"]),
    (crane(does=()), ["cards/crane/does"]),
    (crane(does=does(*[{"do": "turn"}] * 5)), ["cards/crane/does/0/effects"]),
    (crane(does=does({"do": "move", "count": 4})), ["cards/crane/does/0/effects/0/count"]),
    ({"new": (NewCard("crane", "Crane", "Junk", MAGPIE.icon, {}, MAGPIE.does),)}, ["new/0/slug"]),
    ({"new": (NewCard("a", "A", "Robot", MAGPIE.icon, {}, MAGPIE.does),)}, ["new/0/type"]),
]  # fmt: skip


class TestRefusals:
    @pytest.mark.parametrize("changes, places", REFUSED)
    def test_what_cant_be_dealt_or_played_is_refused_at_its_place(self, changes, places):
        assert refused(**changes) == places

    def test_a_working_copy_holds_as_many_cards_as_are_printed(self):
        """Such a draft could be played, but neither printed nor exported. Revisions made before go on."""
        fitting = (600 - sum(kind.quantity for kind in EDITION.kinds)) // 9
        new = tuple(structs.replace(MAGPIE, slug=f"magpie-{place}") for place in range(fitting + 1))
        working = "draft:abcdefghij@0"
        DRAFTING.edition_from(BASE, Changes(new=new[:-1]), working)
        with pytest.raises(DraftRefused, match="A box holds at most 600 cards; these are 6") as refused:
            DRAFTING.edition_from(BASE, Changes(new=new), working)
        assert [problem.at for problem in refused.value.problems] == ["new"], (
            "single cards can still be taken out"
        )
        DRAFTING.edition_from(BASE, Changes(new=new), "draft:abcdefghij@1")

    def test_options_of_a_match_are_those_of_its_edition(self, monkeypatch):
        info = draft(out=("crane",), new=(MAGPIE,))
        drafted = replace(TITLE, editions={**TITLE.editions, SLUG: info})
        monkeypatch.setitem(catalog._TITLES, "junkyard", drafted)
        kinds = [*(kind.slug for kind in EDITION.box if kind.slug != "crane")][:11]
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        check_setup("junkyard", SLUG, {"box": 2, "kinds": [*kinds, "magpie"]}, seats)
        for edition, last in ((SLUG, "crane"), ("0.1", "magpie")):
            with pytest.raises(BadOptions):
                check_setup("junkyard", edition, {"box": 2, "kinds": [*kinds, last]}, seats)


class TestPlaying:
    BIG = {
        "new": (
            MAGPIE,
            NewCard("howler", "Howler", "Junk", MAGPIE.icon, {}, does({"do": "shuffle"}, {"do": "charge"})),
            NewCard("nudge", "Nudge", "Starter", MAGPIE.icon, {}, does({"do": "turn"}, {"do": "overclock"})),
        ),
        "out": ("crane", "reactor"),
        "parameters": {"hand_size": 8, "kinds_in_play": 20, "active": 4, "most_active": 5},
    }

    @pytest.mark.parametrize("seats", TITLE.seats)
    @pytest.mark.soak(seconds=0.5, one_in=3)
    def test_a_draft_that_changes_much_keeps_every_invariant(self, seats):
        case = drafts.case_of(TITLE, draft(**self.BIG))
        assert play_many(replace(case, seats=seats), [0, 1], closely=2).games == 2

    @pytest.mark.soak(seconds=1)
    def test_the_planning_bot_beats_the_random_one(self):
        info = draft(**self.BIG)
        game, wins = info.game, 0
        for seed in range(3):
            state, chance = dealt(info, seed=seed, round_cap=8), FastChance(seed)
            while to_act := game.to_act(state):
                name = "greedy" if to_act[0] == 0 else "random"
                move = bot(name)(game, game.view(state, seat_viewer(to_act[0])), to_act[0], chance)
                game.apply(state, to_act[0], move, chance)
            wins += game.result(state).winners == (0,)
        assert wins >= 2

    def test_plans_are_kept_by_edition(self):
        """A Move 1 and a Turn are worth the same, so that everything else about these plans is alike."""
        plans = []
        for effect in ({"do": "move", "count": 1}, {"do": "turn"}):
            game = table("junkyard").drafted(draft(cards={"crawl": CardChange(does=does(effect))}))
            game.standing(0, "w5", "w").holding("crawl", "grab", "stash")
            plans.append(planner.plan(game.game.rules, game.state, 0))
        assert plans[0] is not plans[1]

    @pytest.mark.soak(seconds=2)
    @pytest.mark.parametrize("count", [15, soaking(60, seconds=60)])
    def test_random_drafts_are_refused_at_a_place_or_keep_every_invariant(self, count):
        tally = Counter()

        @seeded(count)
        @settings(max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(drafts.drafts(DRAFTING, BASE), st.integers(0, 10**6))
        def check(changes: Changes, number: int) -> None:
            tally["played" if drafts.check_draft(TITLE, "0.1", changes, number) else "refused"] += 1

        check()
        assert tally["played"] > count // 2, tally

    @pytest.mark.django_db
    def test_the_page_of_a_match_shows_its_cards_and_options(self, user, other_user, client_of, monkeypatch):
        info = draft(**self.BIG)
        drafted = replace(TITLE, editions={**TITLE.editions, SLUG: info})
        monkeypatch.setitem(catalog._TITLES, "junkyard", drafted)
        kinds = [slug for slug, _ in TITLE.options_of(info)[1].picks if slug != "howler"][-20:]
        duel = Duel.begin(user, other_user, "junkyard", SLUG, {"box": 2, "kinds": kinds})
        while duel.board().view.round < 1:
            duel.play(duel.legal()[0])
        options = {option.name: option.words for option in duel.board().options}
        assert options["kinds"].split(", ")[-1] == "Magpie"
        for player in duel.players:
            page = client_of(player).get(f"/matches/{duel.id}/").content.decode()
            assert page.count('id="hand-') == 8
            assert "4 of 6 active" in page
