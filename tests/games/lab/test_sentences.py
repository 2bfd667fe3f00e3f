"""What the measures say in words, whatever their figures."""

from __future__ import annotations

import pytest

from games.lab.measuring.cards import CardFigures, CardSide
from games.lab.measuring.intervals import Interval
from games.lab.measuring.measures import BY_SLUG, MEASURES
from games.lab.measuring.pairs import PairFigures, Pairs
from games.lab.measuring.setup import Setup
from games.lab.measuring.summary import Figure, Side, Summary
from games.lab.reading.sentences import cards_line, sentences
from games.lab.reading.tables import pairs_line

SETUP = Setup("scrapbots", "3.6", "3.4", level="greedy")
SHARE, COUNT = Interval(0.512, 0.498, 0.526), Interval(21.34, 20.8, 21.9)
NONE, ALL = Interval(0.0, 0.0, 0.01), Interval(1.0, 0.99, 1.0)


def say(
    slug: str, side: Interval, difference: Interval | None = None, rate: float = 1.0, **setup: str
) -> str:
    """Return what a measure says, with two bots called by their slugs."""
    figure = Figure(slug, side, side if difference else None, difference, rate)
    whole = Side(400, (), (), (), 0, ())
    first = Figure("first", SHARE)
    summary = Summary(whole, whole, (figure,) if slug == "first" else (first, figure), (), True)
    asked = Setup("scrapbots", "3.6", level="greedy", **setup) if setup else SETUP
    return sentences(asked, summary, "3.4" if difference else "", "{} bot".format)[slug]


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.slug)
def test_every_measure_has_a_sentence_with_its_interval(measure):
    says = say(measure.slug, SHARE if measure.as_percent else COUNT)
    assert ("51.2 % (49.8–52.6)" if measure.as_percent else "21.3 (20.8–21.9)") in says
    assert says[0].isupper() or says[0].isdigit()
    assert says.endswith(".")
    assert "{" not in says


def test_the_sentences_read_as_people_speak():
    assert say("first", SHARE) == (
        "The first player wins 51.2 % (49.8–52.6): no measurable first-player advantage."
    )
    assert say("turns", COUNT) == "A game lasts 21.3 (20.8–21.9) turns on average."
    assert say("draws", NONE) == "Every game has a single winner."
    assert say("capped", NONE) == "No game is ended by a limit of turns or rounds."
    assert say("capped", ALL) == "Every game is ended by a limit of turns or rounds."
    assert say("forced", NONE) == "There is a choice at every decision."


def test_a_difference_is_said_only_if_chance_does_not_explain_it():
    longer = Interval(1.25, 0.41, 2.09)
    assert say("turns", COUNT, longer, 0.01).endswith("That is 1.25 more than in 3.4 (0.41 to 2.09).")
    assert say("turns", COUNT, longer, 0.2).endswith("There is no measurable difference from 3.4.")
    assert say("turns", COUNT, Interval(0, 0, 0)).endswith("It is the same in 3.4.")
    less = Interval(-0.021, -0.041, 0.001)
    assert say("draws", SHARE, less, 0.04).endswith(
        "That is 2.1 percentage points less than in 3.4 (−0.1 to 4.1)."
    )


def test_skill_is_told_by_the_stronger_bot_whoever_the_rival_is():
    says = "Against the novice bot, the greedy bot wins 51.2 % (49.8–52.6): no measurable reward for skill."
    assert say("gradient", SHARE) == says == say("gradient", SHARE, rival="novice")
    stronger = say("gradient", Interval(0.8, 0.7, 0.9), rival="casual")
    assert stronger == "Against the greedy bot, the casual bot wins 80.0 % (70.0–90.0): skill counts."
    assert say("gradient", Interval(0.2, 0.1, 0.3)).endswith("the weaker one does better.")


def test_pairs_are_counted_in_one_sentence():
    assert pairs_line(Pairs()).startswith("No two cards are used often enough")
    assert pairs_line(Pairs(40)).endswith("none is used together more or less often than chance explains.")
    pair = PairFigures("a", "b", 30, 0.3, 0.2, Interval(0.1, 0.05, 0.15))
    assert pairs_line(Pairs(40, 1, (pair,))) == (
        "Of 40 pairs of cards that are used often enough, 1 is used together more or less often than chance "
        "explains."
    )
    assert pairs_line(Pairs(40, 3, (pair,) * 2)).endswith("; the 2 clearest are shown.")


def test_the_cards_are_summed_up():
    plain = CardSide(100, 0.5, 0.5, 0.5, 0.1, SHARE, SHARE)
    strong = CardSide(100, 0.5, 0.5, 0.5, 0.1, Interval(0.7, 0.6, 0.8), Interval(0.3, 0.2, 0.4), 0.01)
    idle = CardSide(100, 0.5, 0.5, 0.5, 0.1, SHARE, None, dead=Interval(0.4, 0.3, 0.5))

    def line(*sides: CardSide) -> str:
        cards = [CardFigures(f"card-{number}", side) for number, side in enumerate(sides)]
        return cards_line(cards, lambda slug: (slug.capitalize(), ""))

    assert line(plain) == "No card stands out: those who use a card win about as often as those who don’t."
    assert line(plain, strong) == (
        "1 of 2 cards stands out. The clearest is Card-1: those who use it win 70.0 % (60.0–80.0), "
        "30.0 percentage points more than the others."
    )
    assert "The card that most often stays unplayed is Card-0: 40.0 % (30.0–50.0) of those" in line(idle)


def test_all_measures_are_known_by_their_slug():
    assert [BY_SLUG[measure.slug] for measure in MEASURES] == list(MEASURES)
