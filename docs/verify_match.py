#!/usr/bin/env python3
"""Checks the record of a Scrapsite match: `python3 verify_match.py record.json [--seen VALUE …] [--draws]`

It needs Python 3.8 or newer and nothing else, and asks no server anything. Every finished match offers its
record on its page “Was it fair?”. What the record holds, and how the values follow from one another, is
written down in fairness.md of the site's source; this file follows it step by step.

Give what you noted during the match, the commitment or any later value, after --seen.
It ends with status 0 if everything fits, 1 if something doesn't, and 2 if it can't read the record.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys

FORMAT = "scrapsite-match-1"
TAIL = re.compile(r',"digest":"([0-9a-f]{64})"\}\n\Z')
PINS = ("match", "game", "edition", "engine_version", "cards_hash", "options", "commitment")


class Unreadable(Exception):
    """The file is no record of a match."""


# What a file may bring about that is no record.
TROUBLE = (Unreadable, OSError, ValueError, TypeError, LookupError, ArithmeticError, RecursionError)


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
            text = file.read().decode("utf-8")
        record = read(text)
        results, noted = list(checks(text, record)), [seen(record, value) for value in wanted.seen]
        if wanted.draws:
            say("\n".join(draw_lines(record)))
    except TROUBLE as error:
        say(f"This is no record of a match: {error!r}")
        return 2
    for fits, told in results + noted:
        say(("fits    " if fits else "FAILS   ") + told)
    if not all(fits for fits, _ in results):
        say("This record does NOT fit together.")
    elif not all(fits for fits, _ in noted):
        say("This record fits together, but it is NOT the match that was noted.")
    else:
        say("Everything fits.")
        return 0
    return 1


def read(text):
    """Return the record as plain data."""
    record = json.loads(text)
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise Unreadable("its format isn't " + FORMAT)
    return record


def checks(text, record):
    """Give, check by check, whether it holds and what it is about."""
    yield digest_fits(text), "the file is, byte for byte, as the site made it"
    yield commitment_fits(record), "seed and salt are those that the commitment promised before the deal"
    problem, steps = broken_link(record), len(record["steps"])
    yield not problem, problem or f"the chain holds, from before the deal over all {steps} steps"
    problem, count = wrong_draw(record), sum(len(step["draws"]) for step in record["steps"])
    yield not problem, problem or f"all {count} draws follow from the seed and the seats' parts"


def digest_fits(text):
    """Say whether the last line is the digest of all that stands before it."""
    tail = TAIL.search(text)
    if tail is None:
        return False
    body = text[: tail.start()].encode("utf-8")
    return hashlib.sha256(body).hexdigest() == tail.group(1)


def commitment_fits(record):
    """Say whether SHA-256 of the seed, then the salt, is the commitment."""
    both = bytes.fromhex(record["seed"]) + bytes.fromhex(record["salt"])
    return hashlib.sha256(both).hexdigest() == record["commitment"]


def broken_link(record):
    """Return where the chain breaks, in words, or nothing."""
    link = linked(record, [record[name] for name in PINS] + record["nonces"])
    for number, step in enumerate(record["steps"]):
        link = linked(record, [link, *step_lines(step)])
        if step["seq"] != number:
            return f"step {number} is missing or out of order"
        if step["link"] != link:
            return f"the chain breaks at step {number}: something up to there was changed"
    return "" if record["steps"] else "there is no step"


def step_lines(step):
    """Return what a link stands for besides the link before it."""
    draws = json.dumps(step["draws"], separators=(",", ":"), ensure_ascii=False)
    undoes = "" if step["undoes"] is None else step["undoes"]
    lines = [step["seq"], step["kind"], step["seat"], step["move"], step["events"], draws]
    return [str(line) for line in [*lines, step["drawn"], step["head"], undoes]]


def linked(record, lines):
    """Return HMAC-SHA256 of the lines; the salt is the key."""
    return hmac.new(bytes.fromhex(record["salt"]), "\n".join(lines).encode(), "sha256").hexdigest()


def wrong_draw(record):
    """Return which draw isn't what it must be, in words, or nothing."""
    seed = bytes.fromhex(record["seed"])
    played = hmac.new(seed, "|".join(record["nonces"]).encode(), "sha256").digest()
    drawn = [0]
    for step in record["steps"]:
        number = drawn[-1]
        for purpose, bound, value in step["draws"]:
            if value != draw(played, purpose, number, bound):
                return "draw {} ({}, step {}) isn't what the seed gives".format(number, purpose, step["seq"])
            number += 1
        if step["drawn"] != number and not goes_back(step, drawn):
            return "step {} leaves draws out, or counts them wrongly".format(step["seq"])
        drawn.append(step["drawn"])
    return ""


def draw(played, purpose, number, bound):
    """Return what must come out: a number from 0 to *bound* - 1."""
    digest = hmac.new(played, f"{purpose}|{number}".encode(), "sha256").digest()
    return int.from_bytes(digest, "big") % bound


def goes_back(step, drawn):
    """Say whether the step is an undo that goes back to the draws before the step it takes back.

    *drawn:* how many draws there were before each step so far.
    """
    is_undo = step["kind"] == "undo" and 0 < step["undoes"] < len(drawn)
    return is_undo and not step["draws"] and step["drawn"] == drawn[step["undoes"]]


def seen(record, value):
    """Say whether, and where, a value that somebody noted stands in the record."""
    noted = value.strip().lower()
    if noted == record["commitment"]:
        return True, "what you noted is the commitment"
    for step in record["steps"]:
        if step["link"] == noted:
            return True, "what you noted is the link of step {}".format(step["seq"])
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
