"""Forged records: what the operator of a site might make of a match, knowing all its secrets.

Each forgery says what of the real match somebody noted, if it takes that to find it: the commitment, which
stood on the page before the deal, a link shown later, or the part that one's own browser gave.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.engine import codec
from games.engine.chain import next_link
from games.engine.proofs import CURRENT, FIRST, commitment, draw_message, first_commitment, mix
from games.replayer.record import FORMATS, PINS
from games.replayer.sums import opening_of
from tests.games.replayer.made import Made, sealed

Told = dict[str, Any]
OPTIONS: dict[str, dict[str, Any]] = {
    "scrapbots": {"turn_cap": 100},
    "junkyard": {"round_cap": 6},
    "scrapyard": {"tiles": 4},
    "scrap-knights": {"decks": 2, "turn_cap": 30},
}
OTHER_OPTIONS = {
    "scrapbots": {"turn_cap": 99},
    "junkyard": {"round_cap": 7},
    "scrapyard": {"tiles": 2},
    "scrap-knights": {"decks": 1, "turn_cap": 30},
}
SEEDS = {"scrapbots": 5, "junkyard": 5, "scrapyard": 2, "scrap-knights": 2}
MOVES = 55


@dataclass(frozen=True)
class Forged:
    """A forged record. *noted:* what somebody noted of the real match."""

    name: str
    data: bytes
    noted: tuple[str, ...]


@dataclass(frozen=True)
class Real:
    """A real match, whose record is forged. *told:* its record as plain data."""

    title: str
    made: Made
    told: Told

    @property
    def links(self) -> list[str]:
        return [step["link"] for step in self.told["steps"]]


Forgery = Callable[[Real, Told], "Told | bytes | Made | None"]
FORGERIES: dict[str, tuple[Forgery, tuple[str, ...]]] = {}


def forgery(*noted: str) -> Callable[[Forgery], Forgery]:
    """Register a forgery. *noted:* what it takes to find it: `commitment`, `link` or `part`."""

    def register(forge: Forgery) -> Forgery:
        FORGERIES[forge.__name__] = (forge, noted)
        return forge

    return register


@cache
def real(title: str, bots: tuple[str, ...] = ("", "")) -> Real:
    """Return a real match of *title*, that ends with a resignation."""
    made = ended(Made(title, bots, OPTIONS[title], seed=SEEDS[title]).play(MOVES))
    return Real(title, made, json.loads(made.file()))


def ended(made: Made) -> Made:
    """End the match by a resignation, unless it is over."""
    to_act = made.game.to_act(made.state)
    return made.resign(to_act[0]) if to_act else made


def forged(title: str) -> list[Forged]:
    """Return every forgery of a match of *title*; some make no sense in some titles."""
    match, found = real(title), []
    notes = {
        "commitment": match.told["commitment"],
        "link": match.links[-2],
        "part": match.told["nonces"][0],
    }
    for name, (forge, noted) in FORGERIES.items():
        made = forge(match, deepcopy(match.told))
        if made is None:
            continue
        data = made if isinstance(made, bytes) else made.file() if isinstance(made, Made) else sealed(made)
        assert data != match.made.file(), name
        found.append(Forged(name, data, tuple(notes[note] for note in noted)))
    return found


# --- Making values anew, as only somebody who knows seed and salt can ------------------------------------


def version_of(told: Told) -> int:
    return next((version for version, name in FORMATS.items() if name == told["format"]), CURRENT)


def relinked(told: Told) -> Told:
    """Make all links anew."""
    version, salt = version_of(told), bytes.fromhex(told["salt"])
    pins = [told[name] for name in PINS[version]]
    nonces = [bytes.fromhex(nonce) for nonce in told["nonces"]]
    link = opening_of(version, salt, told["commitment"], pins, nonces)
    for step in told["steps"]:
        undone = "" if step["undoes"] is None else step["undoes"]
        line = [step[name] for name in ("seq", "kind", "seat", "move", "events")]
        line += [codec.to_json(step["draws"]), step["drawn"], step["head"], undone]
        link = step["link"] = next_link(version, salt, link, line)
    return told


def recommitted(told: Told) -> Told:
    """Make the commitment anew, and all links."""
    seed, salt = bytes.fromhex(told["seed"]), bytes.fromhex(told["salt"])
    pins = [told[name] for name in PINS[version_of(told)]]
    first = version_of(told) == FIRST
    told["commitment"] = first_commitment(seed, salt) if first else commitment(seed, salt, pins)
    return relinked(told)


def redrawn(told: Told, version: int = CURRENT) -> Told:
    """Draw all values anew, by the purposes, limits and numbers that the record tells."""
    nonces = [bytes.fromhex(nonce) for nonce in told["nonces"]]
    played, number = mix(version, bytes.fromhex(told["seed"]), nonces), 0
    for step in told["steps"]:
        for place, (purpose, limit, _) in enumerate(step["draws"]):
            message = draw_message[version](purpose, number + place, limit)
            drawn = int.from_bytes(hmac.digest(played, message, "sha256"), "big") % limit
            step["draws"][place] = [purpose, limit, drawn]
        number = step["drawn"]
    return relinked(told)


def renumbered(told: Told) -> Told:
    """Number the steps anew, none of which takes anything back, and count their draws."""
    drawn = 0
    for number, step in enumerate(told["steps"]):
        drawn += len(step["draws"])
        step |= {"seq": number, "head": number, "drawn": drawn}
    return redrawn(told)


def a_draw(told: Told) -> tuple[Told, int]:
    """Return a step after the deal that draws, or the deal, and the place of a draw in it."""
    found = [step for step in told["steps"] if step["draws"]]
    return (found[1] if len(found) > 1 else found[0]), 0


def quiet_move(told: Told) -> int:
    """Return a move in the middle without draws, after which another one of its seat comes."""
    steps = told["steps"]
    return next(place for place in range(20, len(steps)) if not steps[place]["draws"])


def inserted(told: Told, place: int, kind: str, seat: int, events: list[Any], **more: Any) -> Told:
    """Put a step of the system in, and end the match there by a resignation."""
    before = told["steps"][place - 1]
    step = {**before, "seq": place, "kind": kind, "seat": seat, "move": "", "draws": [], "undoes": None}
    step |= {"events": codec.to_json(events), **more}
    end = {**step, "seq": place + 1, "kind": "resign", "head": place + 1, "undoes": None}
    end["events"] = codec.to_json([event("resigned", seat, "end-4")])
    told["steps"][place:] = [step, end]
    return relinked(told)


def event(kind: str, seat: int, rule: str = "turn-4") -> Told:
    return {"type": kind, "rule": rule, "seat": seat}


# --- The boundary between seed and salt, and other secrets -----------------------------------------------


@forgery()
def boundary_moved_by_a_byte(match: Real, told: Told) -> Told:
    told["seed"], told["salt"] = told["seed"] + told["salt"][:2], told["salt"][2:]
    return redrawn(told)


@forgery()
def boundary_at_the_beginning(match: Real, told: Told) -> Told:
    told["seed"], told["salt"] = "", told["seed"] + told["salt"]
    return redrawn(told)


@forgery()
def boundary_at_the_end(match: Real, told: Told) -> Told:
    told["seed"], told["salt"] = told["seed"] + told["salt"], ""
    return redrawn(told)


@forgery()
def seed_and_salt_swapped(match: Real, told: Told) -> Told:
    told["seed"], told["salt"] = told["salt"], told["seed"]
    return redrawn(told)


@forgery()
def other_seed(match: Real, told: Told) -> Told:
    told["seed"] = "5a" * 32
    return redrawn(told)


@forgery("commitment")
def other_seed_with_its_own_commitment_and_a_match_to_fit(match: Real, told: Told) -> Made:
    return another(match, before_deal=lambda made: setattr(made, "seed", b"z" * 32))


@forgery()
def other_salt(match: Real, told: Told) -> Told:
    told["salt"] = "5a" * 32
    return relinked(told)


@forgery()
def other_commitment(match: Real, told: Told) -> Told:
    told["commitment"] = "5a" * 32
    return relinked(told)


@forgery()
def capital_digits(match: Real, told: Told) -> Told:
    told["seed"] = told["seed"].upper()
    return relinked(told)


def another(match: Real, **changes: Any) -> Made:
    """Return another match that a dishonest site made up for this one, whole and by the rules."""
    seed = SEEDS[match.title]
    return ended(Made(match.title, ("", ""), OPTIONS[match.title], seed=seed, **changes).play(MOVES))


# --- The seats' parts -------------------------------------------------------------------------------------


@forgery()
def parts_swapped(match: Real, told: Told) -> Told:
    told["nonces"].reverse()
    return relinked(told)


@forgery("part")
def parts_swapped_and_a_match_to_fit(match: Real, told: Told) -> Made:
    return another(match, before_deal=lambda made: made.nonces.__setitem__(0, b"z" * 32))


@forgery()
def part_given_twice(match: Real, told: Told) -> Told:
    told["nonces"][1] = told["nonces"][0]
    return relinked(told)


@forgery("part")
def part_given_twice_and_a_match_to_fit(match: Real, told: Told) -> Made:
    return another(match, before_deal=lambda made: made.nonces.__setitem__(0, made.nonces[1]))


@forgery()
def part_shortened(match: Real, told: Told) -> Told:
    told["nonces"][1] = told["nonces"][1][:-2]
    return redrawn(told)


@forgery()
def part_left_out(match: Real, told: Told) -> Told:
    del told["nonces"][1]
    return redrawn(told)


@forgery()
def part_added(match: Real, told: Told) -> Told:
    told["nonces"].append("5a" * 32)
    return redrawn(told)


@forgery()
def boundary_between_parts_moved(match: Real, told: Told) -> Told:
    first, second = told["nonces"]
    told["nonces"] = [first + second[:2], second[2:]]
    return redrawn(told)


@forgery()
def part_of_a_bot_chosen_late(match: Real, told: Told) -> Made:
    made = Made(
        match.title,
        ("", "greedy"),
        OPTIONS[match.title],
        seed=5,
        before_deal=lambda made: made.nonces.__setitem__(1, b"z" * 32),
    )
    return ended(made.play(30))


# --- What is fixed with the seed --------------------------------------------------------------------------


def repinned(told: Told, name: str, value: str) -> Told:
    told[name] = value
    return relinked(told)


@forgery()
def other_edition(match: Real, told: Told) -> Told:
    return repinned(told, "edition", "3.4" if match.title == "scrapbots" else "0.0")


@forgery("commitment")
def other_edition_and_commitment(match: Real, told: Told) -> Told:
    told["edition"] = "3.4" if match.title == "scrapbots" else "0.0"
    return recommitted(told)


@forgery()
def other_game(match: Real, told: Told) -> Told:
    return repinned(told, "game", "junkyard" if match.title != "junkyard" else "scrapyard")


@forgery()
def other_engine(match: Real, told: Told) -> Told:
    return repinned(told, "engine_version", told["engine_version"] + "1")


@forgery()
def other_cards(match: Real, told: Told) -> Told:
    return repinned(told, "cards_hash", "5a" * 32)


@forgery()
def other_match(match: Real, told: Told) -> Told:
    return repinned(told, "match", "othermatch")


@forgery()
def other_options(match: Real, told: Told) -> Told:
    return repinned(told, "options", codec.to_json(OTHER_OPTIONS[match.title]))


@forgery()
def person_called_a_bot(match: Real, told: Told) -> Told:
    return repinned(told, "bots", '["","greedy"]')


@forgery()
def third_seat(match: Real, told: Told) -> Told:
    return repinned(told, "bots", '["","",""]')


@forgery()
def match_that_began_in_the_middle(match: Real, told: Told) -> Told:
    return repinned(told, "begins", match.made.moments[10].state.hex())


@forgery()
def boundary_between_fields_moved(match: Real, told: Told) -> Told:
    told["game"], told["edition"] = told["game"] + told["edition"][:1], told["edition"][1:]
    return relinked(told)


@forgery()
def fields_joined_by_a_line_feed(match: Real, told: Told) -> Told:
    told["match"], told["game"] = f"{told['match']}\n{told['game']}", ""
    return relinked(told)


# --- The version ------------------------------------------------------------------------------------------


@forgery("commitment")
def downgrade_with_a_match_to_fit(match: Real, told: Told) -> Made:
    return another(match, version=FIRST)


@forgery()
def downgrade_that_keeps_the_commitment(match: Real, told: Told) -> Told:
    first = json.loads(another(match, version=FIRST).file())
    first["commitment"] = told["commitment"]
    return relinked(first)


@forgery()
def downgrade_of_the_name_alone(match: Real, told: Told) -> Told:
    told["format"] = FORMATS[FIRST]
    return redrawn(told, FIRST)


@forgery()
def downgrade_with_moved_boundary(match: Real, told: Told) -> Told:
    first = json.loads(another(match, version=FIRST).file())
    first["seed"], first["salt"] = first["seed"] + first["salt"][:2], first["salt"][2:]
    return redrawn(first, FIRST)


@forgery()
def version_that_never_was(match: Real, told: Told) -> Told:
    told["format"] = "scrapsite-match-3"
    return told


@forgery()
def draws_of_version_1(match: Real, told: Told) -> Told:
    return redrawn(told, FIRST)


@forgery()
def links_of_version_1(match: Real, told: Told) -> Told:
    salt = bytes.fromhex(told["salt"])
    link = opening_of(FIRST, salt, told["commitment"], [told[name] for name in PINS[FIRST]], [])
    for step in told["steps"]:
        link = step["link"] = next_link(FIRST, salt, link, list(step.values())[:-1])
    return told


# --- The draws --------------------------------------------------------------------------------------------


@forgery()
def purpose_with_a_space(match: Real, told: Told) -> Told:
    step, place = a_draw(told)
    step["draws"][place][0] += " "
    return redrawn(told)


@forgery()
def purposes_with_many_spaces(match: Real, told: Told) -> Told:
    for step in told["steps"]:
        for draw in step["draws"]:
            draw[0] += "   "
    return redrawn(told)


@forgery()
def purpose_of_another_draw(match: Real, told: Told) -> Told:
    step, place = a_draw(told)
    step["draws"][place][0] = "deck:7"
    return redrawn(told)


@forgery()
def purpose_with_a_bar(match: Real, told: Told) -> Told:
    step, place = a_draw(told)
    step["draws"][place][0] += "|1"
    return redrawn(told)


@forgery()
def limit_raised(match: Real, told: Told) -> Told:
    step, place = a_draw(told)
    step["draws"][place][1] += 1
    return redrawn(told)


@forgery()
def limit_beyond_all_bounds(match: Real, told: Told) -> Told:
    step, place = a_draw(told)
    step["draws"][place][1] = 2**31
    return redrawn(told)


@forgery()
def limit_of_one(match: Real, told: Told) -> Told:
    step, place = a_draw(told)
    step["draws"][place][1] = 1
    return redrawn(told)


@forgery()
def value_changed(match: Real, told: Told) -> Told:
    step, place = a_draw(told)
    purpose, limit, value = step["draws"][place]
    step["draws"][place] = [purpose, limit, (value + 1) % limit]
    return relinked(told)


@forgery()
def draws_in_another_order(match: Real, told: Told) -> Told:
    draws = told["steps"][0]["draws"]
    draws[0], draws[1] = draws[1], draws[0]
    return redrawn(told)


@forgery()
def dummy_draw_at_the_end_of_the_deal(match: Real, told: Told) -> Told:
    told["steps"][0]["draws"].append(["dummy", 2, 0])
    return renumbered(told)


@forgery()
def dummy_draw_before_the_deal(match: Real, told: Told) -> Told:
    told["steps"][0]["draws"].insert(0, list(told["steps"][0]["draws"][0]))
    return renumbered(told)


@forgery()
def dummy_draw_in_a_move(match: Real, told: Told) -> Told:
    step = told["steps"][quiet_move(told)]
    step["draws"] = [["coin", 2, 0]]
    return renumbered(told)


@forgery()
def dummy_draw_by_a_purpose_of_the_game(match: Real, told: Told) -> Told:
    step = told["steps"][quiet_move(told)]
    step["draws"] = [list(a_draw(told)[0]["draws"][0])]
    return renumbered(told)


@forgery("link")
def dummy_draws_with_an_event_to_fit(match: Real, told: Told) -> Told | None:
    """Only the engine sees that the event is made up; here somebody noted a link."""
    source = next((step for step in told["steps"][1:] if step["draws"]), None)
    if source is None:
        return None
    place = next(place for place in range(source["seq"] + 1, len(told["steps"])))
    told["steps"].insert(place, deepcopy(source))
    return renumbered(told)


@forgery()
def dummy_draw_in_a_resignation(match: Real, told: Told) -> Told:
    told["steps"][-1]["draws"] = [list(a_draw(told)[0]["draws"][0])]
    return renumbered(told)


@forgery()
def draw_left_out(match: Real, told: Told) -> Told:
    told["steps"][0]["draws"].pop()
    return renumbered(told)


@forgery()
def all_draws_left_out(match: Real, told: Told) -> Told:
    for step in told["steps"]:
        step["draws"] = []
    return renumbered(told)


@forgery()
def draw_moved_to_the_next_step(match: Real, told: Told) -> Told:
    moved = told["steps"][0]["draws"].pop()
    told["steps"][1]["draws"].insert(0, moved)
    return renumbered(told)


@forgery()
def number_of_a_draw_skipped(match: Real, told: Told) -> Told:
    for step in told["steps"]:
        step["drawn"] += 1
    return redrawn(told)


@forgery()
def another_result_told_than_drawn(match: Real, told: Told) -> Told | None:
    """A coin, a roll or the first player; Junkyard tells of none by itself."""
    changes = {
        "scrapbots": ('"first-player-drawn","rule":"setup-5","seat":', "01"),
        "scrapyard": ('"dice":[', "16"),
    }
    if match.title not in changes:
        return None
    before, values = changes[match.title]
    events = told["steps"][0]["events"]
    place = events.index(before) + len(before)
    other = values[events[place] == values[0]]
    told["steps"][0]["events"] = events[:place] + other + events[place + 1 :]
    return relinked(told)


# --- The steps --------------------------------------------------------------------------------------------


@forgery("link")
def deal_told_otherwise(match: Real, told: Told) -> Told:
    """Only the engine sees that the events don't follow; here somebody noted a link."""
    events = json.loads(told["steps"][0]["events"])
    told["steps"][0]["events"] = codec.to_json([*events[:-1], {**events[-1], "rule": "setup-9"}])
    return relinked(told)


@forgery("link")
def events_of_a_move_told_otherwise(match: Real, told: Told) -> Told:
    """Only the engine sees it; here somebody noted a link."""
    step = told["steps"][quiet_move(told)]
    events = json.loads(step["events"])
    step["events"] = codec.to_json([*events, events[0]])
    return relinked(told)


@forgery("link")
def other_move(match: Real, told: Told) -> Told:
    """Only the engine sees it; here somebody noted a link."""
    steps = told["steps"]
    place = quiet_move(told)
    other = next(
        step["move"] for step in steps[place + 1 :] if step["move"] not in ("", steps[place]["move"])
    )
    steps[place]["move"] = other
    return relinked(told)


@forgery("link")
def move_of_another_seat(match: Real, told: Told) -> Told:
    """Only the engine sees it; here somebody noted a link."""
    step = told["steps"][quiet_move(told)]
    step["seat"] = 1 - step["seat"]
    return relinked(told)


@forgery()
def move_of_a_seat_that_is_none(match: Real, told: Told) -> Told:
    told["steps"][quiet_move(told)]["seat"] = 2
    return relinked(told)


@forgery("link")
def step_dropped(match: Real, told: Told) -> Told:
    """Without draws in it, only the engine sees it; here somebody noted a link."""
    del told["steps"][quiet_move(told)]
    return renumbered(told)


@forgery()
def step_dropped_without_new_numbers(match: Real, told: Told) -> Told:
    del told["steps"][quiet_move(told)]
    return relinked(told)


@forgery("link")
def step_doubled(match: Real, told: Told) -> Told:
    """Without draws in it, only the engine sees it; here somebody noted a link."""
    place = quiet_move(told)
    told["steps"].insert(place, deepcopy(told["steps"][place]))
    return renumbered(told)


@forgery()
def steps_in_another_order(match: Real, told: Told) -> Told:
    steps = told["steps"]
    steps[0], steps[1] = steps[1], steps[0]
    return renumbered(told)


@forgery()
def end_cut_off(match: Real, told: Told) -> Told:
    told["steps"].pop()
    return relinked(told)


@forgery()
def second_half_cut_off(match: Real, told: Told) -> Told:
    del told["steps"][len(told["steps"]) // 2 :]
    return relinked(told)


@forgery("link")
def end_cut_off_and_another_one_made_up(match: Real, told: Told) -> Told:
    """Anybody may resign at any time, so it takes a link that somebody noted later."""
    place = len(told["steps"]) // 2
    seat = 1 - told["steps"][-1]["seat"]
    end = {**told["steps"][-1], "seq": place, "seat": seat, "head": place}
    end |= {"drawn": told["steps"][place - 1]["drawn"]}
    end["events"] = codec.to_json([event("resigned", seat, "end-4")])
    told["steps"][place:] = [end]
    return relinked(told)


@forgery("link")
def end_cut_off_and_a_draw_made_up(match: Real, told: Told) -> Told:
    """The site may say at any time that the rules are gone, so it takes a link that somebody noted later."""
    place = len(told["steps"]) // 2
    end = {**told["steps"][-1], "seq": place, "kind": "rules", "head": place}
    end |= {"drawn": told["steps"][place - 1]["drawn"]}
    end["events"] = codec.to_json([{**event("rules-change", end["seat"], "end-4"), "then": "late"}])
    told["steps"][place:] = [end]
    return relinked(told)


@forgery()
def draw_by_a_word_that_never_was(match: Real, told: Told) -> Told:
    last = told["steps"][-1]
    last["kind"] = "timeout"
    last["events"] = codec.to_json([{**event("timed-out", last["seat"], "end-4"), "then": "late"}])
    return relinked(told)


@forgery()
def resignation_of_somebody_else(match: Real, told: Told) -> Told:
    last = told["steps"][-1]
    last["events"] = codec.to_json([event("resigned", 1 - last["seat"], "end-4")])
    return relinked(told)


@forgery()
def move_after_the_end(match: Real, told: Told) -> Told:
    steps = told["steps"]
    again = {**deepcopy(steps[quiet_move(told)]), "seq": len(steps), "head": len(steps)}
    steps.append({**again, "drawn": steps[-1]["drawn"]})
    return relinked(told)


@forgery()
def second_deal(match: Real, told: Told) -> Told:
    told["steps"].insert(1, deepcopy(told["steps"][0]))
    return renumbered(told)


@forgery()
def step_of_another_kind(match: Real, told: Told) -> Told:
    told["steps"][quiet_move(told)]["kind"] = "timeout"
    return relinked(told)


@forgery()
def kind_that_never_was(match: Real, told: Told) -> Told:
    told["steps"][quiet_move(told)]["kind"] = "gift"
    return relinked(told)


@forgery()
def one_link_changed(match: Real, told: Told) -> Told:
    told["steps"][9]["link"] = "5a" * 32
    return told


@forgery()
def chain_that_begins_elsewhere(match: Real, told: Told) -> Told:
    salt, link = bytes.fromhex(told["salt"]), "5a" * 32
    for step in told["steps"]:
        line = [step[name] for name in ("seq", "kind", "seat", "move", "events")]
        link = next_link(
            CURRENT, salt, link, [*line, codec.to_json(step["draws"]), step["drawn"], step["head"], ""]
        )
        step["link"] = link
    return told


# --- Taking back ------------------------------------------------------------------------------------------


def drew(told: Told) -> Told | None:
    """Return a move that drew, with draws before it."""
    return next((step for step in told["steps"][1:] if step["draws"]), None)


@forgery()
def draws_taken_back_freely(match: Real, told: Told) -> Told | None:
    step = drew(told)
    if step is None:
        return None
    number, before = step["seq"], told["steps"][step["seq"] - 1]
    back = {"undoes": number, "head": before["head"], "drawn": before["drawn"]}
    return inserted(told, number + 1, "undo", step["seat"], [event("move-taken-back", step["seat"])], **back)


def taken_back(told: Told, seat: int, events: list[Any], **more: Any) -> Told:
    """Take back the step in the middle, as *events* tell it."""
    number = quiet_move(told)
    before = told["steps"][number - 1]
    back = {"undoes": number, "head": before["head"], "drawn": before["drawn"], **more}
    return inserted(told, number + 1, "undo", seat, events, **back)


def mover(told: Told) -> int:
    return int(told["steps"][quiet_move(told)]["seat"])


@forgery()
def taken_back_without_consent(match: Real, told: Told) -> Told:
    return taken_back(told, mover(told), [event("turned-back", mover(told))])


@forgery()
def consent_to_what_nobody_asked(match: Real, told: Told) -> Told:
    seat = mover(told)
    return taken_back(told, 1 - seat, [event("undo-allowed", 1 - seat), event("turned-back", seat)])


@forgery()
def consent_to_oneself(match: Real, told: Told) -> Told:
    seat = mover(told)
    return taken_back(told, seat, [event("undo-allowed", seat), event("turned-back", seat)])


@forgery()
def move_of_somebody_else_taken_back(match: Real, told: Told) -> Told:
    other = 1 - mover(told)
    return taken_back(told, other, [event("move-taken-back", other)])


@forgery()
def taken_back_without_a_word(match: Real, told: Told) -> Told:
    return taken_back(told, mover(told), [])


@forgery()
def taken_back_but_still_counted(match: Real, told: Told) -> Told:
    number = quiet_move(told)
    return taken_back(told, mover(told), [event("move-taken-back", mover(told))], head=number)


@forgery()
def counter_not_wound_back(match: Real, told: Told) -> Told:
    drawn = told["steps"][quiet_move(told)]["drawn"] + 1
    return taken_back(told, mover(told), [event("move-taken-back", mover(told))], drawn=drawn)


@forgery()
def move_long_ago_taken_back(match: Real, told: Told) -> Told:
    before = told["steps"][2]
    more = {"undoes": 3, "head": before["head"], "drawn": before["drawn"]}
    return taken_back(told, mover(told), [event("move-taken-back", mover(told))], **more)


@forgery()
def deal_taken_back(match: Real, told: Told) -> Told:
    return taken_back(told, mover(told), [event("move-taken-back", mover(told))], undoes=0, head=0, drawn=0)


@forgery()
def undo_of_the_future(match: Real, told: Told) -> Told:
    return taken_back(told, mover(told), [event("move-taken-back", mover(told))], undoes=quiet_move(told) + 2)


@forgery()
def seat_handed_to_a_bot_in_a_match_of_two(match: Real, told: Told) -> Told:
    place, seat = quiet_move(told) + 1, mover(told)
    return inserted(told, place, "resign", seat, [event("handed-to-bot", seat, "end-4")], head=place)


# --- The form of the file ---------------------------------------------------------------------------------


def rewritten(match: Real, found: str, changed: str) -> bytes:
    """Return the file with a text changed and its digest made anew."""
    body = match.made.file().decode().replace(found, changed, 1).rpartition(',"digest":')[0]
    return f'{body},"digest":"{codec.digest(body.encode())}"}}\n'.encode()


@forgery()
def digest_of_something_else(match: Real, told: Told) -> bytes:
    whole = match.made.file()
    return whole[:-10] + (b"0" if whole[-10:-9] != b"0" else b"1") + whole[-9:]


@forgery()
def field_told_twice(match: Real, told: Told) -> bytes:
    return rewritten(match, '"game":', '"game":"other","game":')


@forgery()
def field_that_never_was(match: Real, told: Told) -> bytes:
    return rewritten(match, '"game":', '"more":1,"game":')


@forgery()
def spaces_in_the_file(match: Real, told: Told) -> bytes:
    return rewritten(match, '"game":', '"game": ')


@forgery()
def number_with_a_point(match: Real, told: Told) -> bytes:
    return rewritten(match, '"seq":3,', '"seq":3.0,')


@forgery()
def truth_for_a_number(match: Real, told: Told) -> Told:
    told["steps"][1]["seq"] = True
    return relinked(told)


@forgery()
def truth_for_a_seat(match: Real, told: Told) -> Told:
    step = next(step for step in told["steps"] if step["seat"] == 1)
    step["seat"] = True
    return relinked(told)


@forgery()
def escaped_letter(match: Real, told: Told) -> bytes:
    return rewritten(match, '"kind":"start"', '"kind":"\\u0073tart"')


@forgery()
def half_of_a_letter(match: Real, told: Told) -> bytes:
    return rewritten(match, '"match":"', '"match":"\\ud800')


@forgery()
def mark_before_the_file(match: Real, told: Told) -> bytes:
    return b"\xef\xbb\xbf" + match.made.file()


@forgery()
def more_after_the_file(match: Real, told: Told) -> bytes:
    return match.made.file() + b"\n"


@forgery()
def other_line_ends(match: Real, told: Told) -> bytes:
    return match.made.file().replace(b"\n", b"\r\n")


@forgery()
def move_written_in_another_way(match: Real, told: Told) -> Told:
    step = told["steps"][quiet_move(told)]
    step["move"] = step["move"].replace(":", ": ", 1)
    return relinked(told)


@forgery()
def events_written_in_another_way(match: Real, told: Told) -> Told:
    step = told["steps"][quiet_move(told)]
    step["events"] = step["events"].replace(":", ": ", 1)
    return relinked(told)
