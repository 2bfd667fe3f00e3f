#!/usr/bin/env python3
"""Checks the record of a Scrapsite match: `python3 verify_match.py record.json [--seen VALUE …] [--draws]`

It needs Python 3.8 or newer and nothing else, and asks no server anything. Every finished match offers
its record on its page “Was this match fair?”. What the record holds and how the values follow is
written down in fairness.md of the site's source; this file follows it step by step. It knows no rules of the
games but which draws they make; `python -m games.replayer` of the site's source plays every move again.

Give what you noted during the match, the commitment or any later value, after --seen.
It ends with status 0 if everything fits, 1 if something doesn't, and 2 if it can't read the record or doesn't
know which draws the edition makes.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys

VERSIONS = {"scrapsite-match-1": 1, "scrapsite-match-2": 2}
PINS = ["match", "game", "edition", "engine_version", "cards_hash", "options"]
SECRET = ["commitment", "seed", "salt", "nonces"]
STEP = ["seq", "kind", "seat", "move", "events", "draws", "drawn", "head", "undoes", "link"]
VALUE = re.compile(r"[0-9a-f]{64}\Z")
OLD_NONCE = re.compile(r"([0-9a-f]{2}){1,32}\Z")
LESS = """\
This record is of version 1, which proves less: only a link, not the commitment, tells that game, edition,
options and seats weren't changed, and the site may have chosen its own numbers late."""


class Unreadable(Exception):
    """The file is no record of a match."""


class Unfit(Exception):
    """Something in the record doesn't fit; the message says what."""


class Unknown(Exception):
    """Nobody can say whether something fits; the message says why."""


# What a file may bring about that is no record.
TROUBLE = (
    Unreadable,
    OSError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)


def main(arguments):
    """Check the file that the command line names; return the status to end with."""
    parser = argparse.ArgumentParser(description="Check the record of a finished Scrapsite match.")
    parser.add_argument("record", help="the file, as the site gave it")
    parser.add_argument(
        "--seen", nargs="+", default=[], metavar="VALUE", help="values noted during the match"
    )
    parser.add_argument("--draws", action="store_true", help="list every draw as well")
    wanted = parser.parse_args(arguments)
    try:
        with open(wanted.record, "rb") as file:
            data = file.read()
        status, lines = verdict(data, wanted.seen)
        if wanted.draws:
            say("\n".join(draw_lines(read(data.decode("utf-8")))))
    except TROUBLE as error:
        say(f"This isn't a record of a match: {error!r}")
        return 2
    say("\n".join(lines))
    return status


def verdict(data, noted):
    """Return the status to end with, and what to say. *noted:* values noted during the match."""
    record = read(data.decode("utf-8"))
    results = [tried(check, record, data) for check in CHECKS]
    found = [seen(record, value) for value in noted]
    marks = {True: "fits    ", False: "FAILS   ", None: "UNKNOWN "}
    lines = [marks[fits] + told for fits, told in results + found]
    if any(fits is False for fits, _ in results):
        return 1, [*lines, "This record does NOT fit together."]
    if VERSIONS[record["format"]] == 1:
        lines.append(LESS)
    is_gap = any(fits is None for fits, _ in results)
    itself = "Not everything could be checked" if is_gap else "The record itself fits together"
    if not all(fits for fits, _ in found):
        return 1, [*lines, f"{itself}, but NOT everything that was noted agrees with it."]
    if is_gap:
        return 2, [*lines, "Not everything could be checked. The rest fits."]
    return 0, [*lines, "Everything fits."]


def tried(check, record, data):
    """Return whether a check holds, None if nobody can say, and what it is about or what is wrong."""
    try:
        return True, check(record, data)
    except Unknown as gap:
        return None, str(gap)
    except Unfit as problem:
        return False, str(problem)
    except TROUBLE as error:
        return False, f"this can't be checked: {error!r}"


# --- The file -----------------------------------------------------------------------------------------


def read(text):
    """Return the record as plain data, all of whose values have the right form."""
    record = json.loads(text)
    if not isinstance(record, dict) or record.get("format") not in VERSIONS:
        raise Unreadable("its format isn't " + " or ".join(VERSIONS))
    old = VERSIONS[record["format"]] == 1
    names = ["format", *pin_names(record), *SECRET, "steps", "digest"]
    if list(record) != names or not all(type(record[name]) is str for name in pin_names(record)):
        raise Unreadable("its fields aren't those of its version")
    values = [
        record["commitment"],
        record["seed"],
        record["salt"],
        *(step["link"] for step in record["steps"]),
    ]
    whole = all(map(VALUE.match, values)) and all(map((OLD_NONCE if old else VALUE).match, record["nonces"]))
    if not whole or not record["steps"] or not record["nonces"]:
        raise Unreadable("a value has the wrong length")
    for step in record["steps"]:
        check_step(step)
    return record


def check_step(step):
    """Check that a step's values have the right form."""
    texts = [step["kind"], step["move"], step["events"], *(draw[0] for draw in step["draws"])]
    numbers = [
        step["seq"],
        step["drawn"],
        step["head"],
        *(number for draw in step["draws"] for number in draw[1:]),
    ]
    numbers += [number for number in (step["seat"], step["undoes"]) if number not in (-1, None)]
    formed = all(type(text) is str for text in texts) and all(map(is_whole, numbers))
    if list(step) != STEP or not formed or not all(len(draw) == 3 for draw in step["draws"]):
        raise Unreadable("a step has the wrong form")


def is_whole(number):
    """Say whether this is a whole number as a record has them."""
    return type(number) is int and 0 <= number < 2**31


def pin_names(record):
    """Return the names of what was fixed before the deal, besides the secret."""
    return PINS if VERSIONS[record["format"]] == 1 else [*PINS, "bots", "begins"]


def whole_file(record, data):
    """Check that the file is what the site would write, byte for byte."""
    head = {name: record[name] for name in ["format", *pin_names(record), *SECRET]}
    steps = ",\n".join(map(compact, record["steps"]))
    body = f'{compact(head)[:-1]},"steps":[\n{steps}\n]'.encode()
    digest = hashlib.sha256(body).hexdigest().encode()
    if body + b',"digest":"' + digest + b'"}\n' != data:
        raise Unfit("the file isn't, byte for byte, as the site made it")
    return "the file is, byte for byte, as the site made it"


def compact(value):
    """Return plain data as JSON text without spaces."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def from_compact(text):
    """Return the JSON text as plain data; there must be one way only to write it."""
    value = json.loads(text)
    if compact(value) != text:
        raise Unfit("a text isn't written as the site writes it")
    return value


# --- The sums -----------------------------------------------------------------------------------------


def framed(label, texts):
    """Return the label and the texts as bytes, each after its length in four bytes."""
    parts = [text.encode() for text in ["scrapsite-2 " + label, *texts]]
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def keyed(key, message):
    """Return the HMAC-SHA256 of the message."""
    return hmac.new(key, message, "sha256")


def commitment_fits(record, data):
    """Check what the commitment promised."""
    seed, salt = bytes.fromhex(record["seed"]), bytes.fromhex(record["salt"])
    what = "seed and salt"
    message = seed + salt
    if VERSIONS[record["format"]] == 2:
        what = "seed, salt, game, edition, options and seats"
        pins = [record[name] for name in pin_names(record)]
        message = framed("commitment", [record["seed"], record["salt"], *pins])
    if hashlib.sha256(message).hexdigest() != record["commitment"]:
        raise Unfit(what + " aren't those that the commitment promised before the deal")
    return what + " are those that the commitment promised before the deal"


def parts_fit(record, data):
    """Check that the site has chosen no part after the commitment."""
    salt, nonces = bytes.fromhex(record["salt"]), record["nonces"]
    if VERSIONS[record["format"]] == 1:
        return f"there are the numbers of {len(nonces)} seats"
    bots, own = from_compact(record["bots"]), []
    if len(bots) != len(nonces) or not all(type(bot) is str for bot in bots):
        raise Unfit("there isn't one number for each seat")
    for seat, nonce in enumerate(nonces):
        of_site = keyed(salt, framed("part", [str(seat)])).hexdigest()
        if bots[seat] and nonce != of_site:
            raise Unfit(f"the number of seat {seat + 1}, a bot, isn't the one that was fixed with the salt")
        if nonce != of_site:
            own.append(str(seat + 1))
    given = "seats that added their own number: " + ", ".join(own) if own else "no seat added its own number"
    return "the site's numbers were fixed by the commitment; " + given


def chain_holds(record, data):
    """Check every link."""
    link, salt = opening(record), bytes.fromhex(record["salt"])
    for number, step in enumerate(record["steps"]):
        link = next_link(record, salt, link, step)
        if step["seq"] != number:
            raise Unfit(f"step {number} is missing or out of order")
        if step["link"] != link:
            raise Unfit(f"the chain breaks at step {number}: something up to there was changed")
    return "the chain is unbroken from before the deal to the last of {} steps".format(len(record["steps"]))


def opening(record):
    """Return what comes before the first link."""
    texts = [record["commitment"], *record["nonces"]]
    if VERSIONS[record["format"]] == 1:
        texts = [record[name] for name in PINS] + texts
    return link_of(record, bytes.fromhex(record["salt"]), "opening", texts)


def next_link(record, salt, link, step):
    """Return the link of a step that follows another link."""
    undoes = "" if step["undoes"] is None else step["undoes"]
    told = [step["seq"], step["kind"], step["seat"], step["move"], step["events"], compact(step["draws"])]
    texts = [link, *map(str, [*told, step["drawn"], step["head"], undoes])]
    return link_of(record, salt, "link", texts)


def link_of(record, salt, label, texts):
    """Return one link of the chain."""
    message = "\n".join(texts).encode() if VERSIONS[record["format"]] == 1 else framed(label, texts)
    return keyed(salt, message).hexdigest()


# --- The course of the match --------------------------------------------------------------------------

SYSTEM = {
    "resign": ["resigned", "handed-to-bot"],
    "timeout": ["timed-out"],
    "rules": ["rules-change"],
    "ask": ["undo-asked", "undo-allowed", "undo-refused", "undo-withdrawn"],
}
KINDS = ["start", "move", "undo", *SYSTEM]


def course_fits(record, data):
    """Check that the match goes on from step to step as a site lets it, up to its end."""
    course = Course(record)
    for step in record["steps"]:
        course.go_on(step)
    if not course.is_over:
        raise Unfit("the record ends before the match is over")
    return (
        "the steps follow one another without a gap to the end of the match, "
        "and no move was undone that couldn't be undone"
    )


class Course:
    """Where a match stands. *heads*, *drawn:* after each step. *bots:* by seat, None where it isn't known."""

    def __init__(self, record):
        self.steps, self.heads, self.drawn = record["steps"], [], []
        self.bots = from_compact(record["bots"]) if "bots" in record else None
        self.seats = len(record["nonces"])
        self.asker, self.granted, self.is_over = None, set(), False

    def go_on(self, step):
        """Check a step and remember it."""
        events, number, kind = from_compact(step["events"]), step["seq"], step["kind"]
        types = [event["type"] for event in events]
        self.expect(kind in KINDS, number, "has an unknown kind")
        self.expect(number == len(self.heads) and not self.is_over, number, "comes after the end")
        self.expect(
            (kind == "start") == (number == 0) and (step["seat"] == -1) == (number == 0),
            number,
            "isn't the deal",
        )
        self.expect(step["seat"] < self.seats, number, "is no seat's")
        self.expect((kind == "move") == (step["move"] != ""), number, "has a move or none, wrongly")
        self.expect((kind == "undo") == (step["undoes"] is not None), number, "takes back what it can't")
        self.expect(kind in ("start", "move") or not step["draws"], number, "draws, which isn't allowed")
        if kind == "move":
            self.expect(type(from_compact(step["move"])["type"]) is str, number, "has no move")
        if kind == "undo":
            self.take_back(step, events)
        else:
            drawn = (self.drawn[-1] if self.drawn else 0) + len(step["draws"])
            self.expect(step["drawn"] == drawn, number, "leaves draws out, or counts them wrongly")
            head = self.heads[-1] if kind == "ask" else number
            self.expect(step["head"] == head, number, "gives the wrong step that counts")
        if kind in SYSTEM:
            fits = len(events) == 1 and types[0] in SYSTEM[kind] and events[0]["seat"] == step["seat"]
            self.expect(fits, number, "says something wrong about itself")
            self.system_step(step, events[0])
        self.is_over = self.is_over or "game-ended" in types
        self.heads.append(step["head"])
        self.drawn.append(step["drawn"])

    def expect(self, fits, number, told):
        """Refuse the step unless something fits."""
        if not fits:
            raise Unfit(f"step {number} {told}")

    def system_step(self, step, event):
        """Check somebody's leaving, or a word about an undo."""
        seat, kind, number = step["seat"], event["type"], step["seq"]
        last = {"timed-out": ["forfeit"], "rules-change": ["draw", "late"]}.get(kind, [])
        self.is_over = kind == "resigned" or event.get("then") in last
        if kind == "handed-to-bot" or event.get("then") == "bot":
            self.expect(self.seats > 2 or kind == "timed-out", number, "hands a seat over illegally")
            if self.bots is not None:
                self.bots[seat] = self.bots[seat] or "bot"
        if kind == "undo-asked":
            self.asker, self.granted = seat, set()
        elif step["kind"] == "ask":
            fits = self.asker is not None and (seat == self.asker) == (kind == "undo-withdrawn")
            self.expect(fits and seat not in self.granted, number, "answers a request that nobody made")
            self.granted.add(seat)
            self.asker = self.asker if kind == "undo-allowed" else None

    def take_back(self, step, events):
        """Check an undo: a free one of the newest move, without draws, or one that the others allowed."""
        number, undone, types = step["seq"], step["undoes"], [event["type"] for event in events]
        self.expect(0 < undone < number, number, "takes back what it can't")
        target, head, seats = self.steps[undone], self.heads[-1], [event["seat"] for event in events]
        free = types == ["move-taken-back"]
        while not free and head > undone and self.steps[head]["seat"] != target["seat"]:
            head = self.heads[head - 1]
        self.expect(
            head == undone and target["kind"] == "move", number, "takes back what isn't its newest move"
        )
        if free:
            fits = seats == [step["seat"]] == [target["seat"]] and not target["draws"]
        elif types == ["turned-back"]:
            fits = seats == [step["seat"]] == [target["seat"]] and not self.people(step["seat"])
        else:
            fits = types == ["undo-allowed", "turned-back"] and seats == [step["seat"], self.asker]
            fits = fits and target["seat"] == self.asker != step["seat"]
            fits = fits and self.people(self.asker) <= self.granted | {step["seat"]}
        self.expect(fits, number, "takes back what nobody allowed")
        self.expect(step["head"] == self.heads[undone - 1], number, "gives the wrong step that counts")
        self.expect(step["drawn"] == self.drawn[undone - 1], number, "counts the draws wrongly")
        self.asker = None

    def people(self, but):
        """Return the seats of all people but one; of nobody where that isn't known."""
        bots = self.bots or []
        return {seat for seat, bot in enumerate(bots) if not bot and seat != but}


# --- The draws ----------------------------------------------------------------------------------------


def draws_fit(record, data):
    """Check that every draw is one that the game makes, and is what the seed gives."""
    if record["game"] not in DRAWS:
        raise Unfit("this script doesn't know the game")
    draws, memories = Draws(record), []
    table = DRAWS[record["game"]].get(record["edition"])
    if table is None:
        for step in record["steps"]:
            draws.begin(step, record["steps"][step["seq"] - 1]["drawn"] if step["seq"] else 0)
            for purpose, bound, _ in step["draws"]:
                draws.take(purpose, bound)
        raise Unknown(
            "each draw is what the seed gives, but which draws this edition makes isn't known here; "
            "if the site knows, the page of the match offers a script that does"
        )
    for step in record["steps"]:
        back = step["undoes"] is not None
        draws.memory = dict(memories[step["undoes"] - 1 if back else -1]) if memories else {}
        draws.begin(step, 0 if not memories else record["steps"][step["seq"] - 1]["drawn"])
        events = from_compact(step["events"])
        if step["kind"] == "start" and not (record.get("begins") or events == []):
            draws.follow(table["deal"], {}, {})
        for event in events if step["kind"] in ("start", "move") else []:
            draws.follow(table["events"].get(event["type"], []), event, {})
        if draws.left:
            raise Unfit(f"step {step['seq']} makes a draw that its events don't mention")
        memories.append(draws.memory)
    count = sum(len(step["draws"]) for step in record["steps"])
    if count == 0:
        return "the game made no draws"
    if count == 1:
        return "the game made exactly 1 draw, and it follows from the seed and the players' numbers"
    return f"the game made exactly {count} draws, and each follows from the seed and the players' numbers"


class Draws:
    """The draws of a record, taken one after the other. *memory:* what the rules have set.

    games/engine/draws.py of the site's source says what the rules mean.
    """

    def __init__(self, record):
        seed, nonces = bytes.fromhex(record["seed"]), record["nonces"]
        self.old = VERSIONS[record["format"]] == 1
        mixed = "|".join(nonces).encode() if self.old else framed("played", nonces)
        self.played = keyed(seed, mixed).digest()
        self.options, self.seats = from_compact(record["options"]), len(nonces)
        self.is_whole = not record.get("begins") and record["steps"][0]["events"] != "[]"
        self.memory, self.left, self.last = {}, [], {}

    def begin(self, step, number):
        """Begin a step. *number:* of its first draw."""
        self.step, self.left, self.number = step["seq"], list(step["draws"]), number

    def follow(self, rules, event, names):
        """Take the draws that the rules ask for. *names:* what else stands for something in a purpose."""
        for word, *rest in rules:
            getattr(self, "on_" + word)(event, names, *rest)

    def take(self, purpose, bound):
        """Take the next draw, which must be this one, and return what came out."""
        if not self.left:
            raise Unfit(f"step {self.step} leaves out a draw ({purpose})")
        named, told, value = self.left.pop(0)
        if (named, told) != (purpose, bound) or bound < 1:
            raise Unfit(f"draw {self.number} ({named}, step {self.step}) isn't the one that the game makes")
        message = f"{purpose}|{self.number}".encode()
        if not self.old:
            message = framed("draw", [purpose, str(self.number), str(bound)])
        if value != int.from_bytes(keyed(self.played, message).digest(), "big") % bound:
            raise Unfit(f"draw {self.number} ({purpose}, step {self.step}) isn't what the seed gives")
        self.number += 1
        self.last[purpose] = value
        return value

    def text(self, template, event, names):
        """Return a purpose or a name with what stands for its parts in braces."""
        known = {**self.memory, **event, **names}
        return re.sub(r"\{(\w+)\}", lambda part: str(known[part.group(1)]), template)

    def size(self, text, event, names):
        """Return the number that a rule means, or a text that only looks like one."""
        if type(text) is not str:
            return text
        if text == "seats":
            return self.seats
        if text[:1] == "#":
            return self.known(self.text(text[1:], event, names))
        if text[:1] == "@":
            return self.options[text[1:]]
        if "$" not in text:
            return text
        told = event[text.lstrip("-$")]
        if not is_whole(told) and type(told) is not str:
            raise Unfit(f"step {self.step} names a number that isn't one")
        return -told if text[0] == "-" else told

    def known(self, name):
        """Return what is remembered; a match that began in the middle of another lacks some of it."""
        if name not in self.memory and not self.is_whole and self.left:
            return self.left[0][1]
        return self.memory.get(name, 0)

    def on_shuffle(self, event, names, purpose, size):
        for bound in range(self.size(size, event, names), 1, -1):
            self.take(self.text(purpose, event, names), bound)

    def on_some(self, event, names, purpose, size, count):
        first = self.size(size, event, names)
        for taken in range(self.size(count, event, names)):
            self.take(self.text(purpose, event, names), first - taken)

    def on_dice(self, event, names, purpose, sides, field):
        for shown in event[field]:
            if self.take(self.text(purpose, event, names), sides) + 1 != shown:
                raise Unfit(f"step {self.step} shows a different roll from the one that was drawn")

    def on_told(self, event, names, purpose, field, values):
        drawn = self.last.get(self.text(purpose, event, names), -1)
        if drawn < 0 or compact(values[drawn]) != compact(event[field]):
            raise Unfit(f"step {self.step} shows something different from what was drawn")

    def on_set(self, event, names, name, number):
        self.memory[self.text(name, event, names)] = self.size(number, event, names)

    def on_add(self, event, names, name, number):
        named = self.text(name, event, names)
        self.memory[named] = self.known(named) + self.size(number, event, names)

    def on_option(self, event, names, name, value, rules):
        if compact(self.options[name]) == compact(value):
            self.follow(rules, event, names)

    def on_seats(self, event, names, rules):
        for seat in range(self.seats):
            self.follow(rules, event, {**names, "n": seat})

    def on_case(self, event, names, purpose, rules):
        self.follow(rules.get(str(self.last[purpose]), []), event, names)


# Which draws each game makes, by edition; the site's program writes this table.
DRAWS = json.loads("""\
{"scrapbots":{"3.6-2020-07":{"deal":[["shuffle", "main-deck", 64], ["seats", [["shuffle", "deck:{n}", 8]]],
["some", "first-player", 2, 1]], "events":{"first-player-drawn":[["told", "first-player", "seat", [0, 1]]],
"attacked":[["set", "source", "$card"]], "component-activated":[["set", "source", "$card"]],
"coin-flipped":[["some", "coin:{source}", 2, 1], ["told", "coin:{source}", "heads", [false, true]]],
"deck-reshuffled":[["shuffle", "deck:{seat}", "$count"]]}}, "3.6":{"deal":[["shuffle", "main-deck", 64],
["seats", [["shuffle", "deck:{n}", 8]]], ["some", "first-player", 2, 1]],
"events":{"first-player-drawn":[["told", "first-player", "seat", [0, 1]]], "attacked":[["set", "source",
"$card"]], "component-activated":[["set", "source", "$card"]], "coin-flipped":[["some", "coin:{source}", 2,
1], ["told", "coin:{source}", "heads", [false, true]]], "deck-reshuffled":[["shuffle", "deck:{seat}",
"$count"]]}}, "3.4":{"deal":[["shuffle", "main-deck", 64], ["seats", [["shuffle", "deck:{n}", 8]]], ["some",
"first-player", 2, 1]], "events":{"first-player-drawn":[["told", "first-player", "seat", [0, 1]]],
"attacked":[["set", "source", "$card"]], "component-activated":[["set", "source", "$card"]],
"coin-flipped":[["some", "coin:{source}", 2, 1], ["told", "coin:{source}", "heads", [false, true]]],
"deck-reshuffled":[["shuffle", "deck:{seat}", "$count"]]}}}, "junkyard":{"0.1":{"deal":[["option", "box", 1,
[["shuffle", "box", 22]]], ["shuffle", "yard", 108], ["seats", [["shuffle", "deck:{n}", 12]]], ["shuffle",
"order", "seats"], ["set", "pile:0", 12], ["set", "pile:1", 12], ["set", "pile:2", 12], ["set", "pile:3",
12], ["set", "pile:4", 12], ["set", "pile:5", 12], ["set", "pile:6", 12], ["set", "pile:7", 12], ["set",
"pile:8", 12]], "events":{"cards-salvaged":[["set", "pile:{pile}", "$left"]], "pile-shuffled":[["shuffle",
"pile:{pile}", "#pile:{pile}"]], "deck-reshuffled":[["shuffle", "deck:{seat}", "$count"]]}}},
"scrapyard":{"1.0":{"deal":[["shuffle", "field", 54], ["seats", [["shuffle", "tiles:{n}", 6]]]],
"events":{"dice-rolled":[["dice", "die:{purpose}:{seat}", 6, "dice"]]}}},
"scrap-knights":{"b.0.0":{"deal":[["option", "decks", 2, [["seats", [["some", "deck:ult", 12, 1], ["some",
"deck:acts", 36, 6], ["some", "deck:bots", 8, 3], ["case", "deck:ult", {"9":[["some", "deck:prep", 18, 3]],
"10":[["some", "deck:prep", 30, 12]]}]]]]]], "events":{"mech-shown":[["set", "prep:{seat}", "$prep_count"]],
"cards-shuffled-in":[["add", "prep:{seat}", "$shuffled"], ["some", "prep:{seat}", "#prep:{seat}", "$drawn"],
["add", "prep:{seat}", "-$drawn"]], "coin-tossed":[["some", "coin:chain", 2, 1], ["told", "coin:chain",
"seat", [1, 0]]]}}}}
""")


# --- What was noted -----------------------------------------------------------------------------------


def seen(record, value):
    """Say whether, and where, a value that somebody noted stands in the record."""
    noted = value.strip().lower()
    if noted == record["commitment"]:
        return True, "the commitment is the one that you noted"
    for step in record["steps"]:
        if step["link"] == noted:
            return True, "the link of step {} is the one that you noted".format(step["seq"])
    part = noted if VERSIONS[record["format"]] == 1 else noted.ljust(64, "0")
    if part in record["nonces"]:
        return True, "the part of seat {} is the one that you noted".format(record["nonces"].index(part) + 1)
    return False, f"{value} isn't a value of this match"


def draw_lines(record):
    """Give a line for every draw."""
    for step in record["steps"]:
        for purpose, bound, value in step["draws"]:
            yield "step {}: {}: {} of {}".format(step["seq"], purpose, value, bound)


def say(line):
    """Print a line, also where the terminal knows fewer letters than the record has."""
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(line.encode(encoding, "backslashreplace").decode(encoding) + "\n")


CHECKS = [whole_file, commitment_fits, parts_fit, chain_holds, course_fits, draws_fit]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
