#!/usr/bin/env python3
"""A program that plays on this site, with nothing but Python's standard library.

    python3 example_bot.py http://127.0.0.1:8000 --against greedy

It follows GET /api/v1/stream, and whenever one of its matches waits for it, it reads the match and plays one
of the moves listed under "legal", chosen by lot. Put your own idea into `choose`. It accepts invitations too.

Without --token it plays as a new guest. A token of your own account, from your page on the site, is given by
--token or in the environment as SCRAPSITE_TOKEN. The whole API is described at /api/v1/docs.
"""

import argparse
import json
import os
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

# The stream says something at least every 15 seconds.
SILENCE = 45
# Whoever has asked too often may ask again within a minute. Other waits end only by playing.
LONGEST_WAIT = 60


def say(text):
    """Write a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def choose(match):
    """Return the move to play: one of match["legal"]. match["view"] is what your seat knows."""
    return random.choice(match["legal"])


class Site:
    """The site's API as one player. Calls wait when the site asks for a minute at most."""

    def __init__(self, address, token=""):
        self.address = address.rstrip("/") + "/api/v1"
        self.token = token

    def open(self, method, path, body=None, timeout=30):
        """Return the open answer. *Raises:* `urllib.error.HTTPError` for a refusal."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data=data, method=method)  # noqa: S310
        request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        while True:
            try:
                return urllib.request.urlopen(request, timeout=timeout)  # noqa: S310
            except urllib.error.HTTPError as refusal:
                wait = int(refusal.headers.get("Retry-After", "10"))
                if refusal.code != 429 or wait > LONGEST_WAIT:
                    raise
                time.sleep(wait)

    def call(self, method, path, body=None):
        """Return the answer's value."""
        with self.open(method, path, body) as answer:
            return json.load(answer)


class Bot:
    """Plays every match of its player that waits for it."""

    def __init__(self, site):
        self.site = site
        self.since = ""
        self.finished = set()

    def run(self, matches):
        """Follow the stream, through breaks, until so many matches have ended; 0: for ever."""
        pause = 1
        while True:
            try:
                for line in self.lines():
                    self.hear(line)
                    pause = 1
                    if matches and len(self.finished) >= matches:
                        return
            except OSError as error:
                if isinstance(error, urllib.error.HTTPError) and error.code in (401, 403):
                    raise
                say(f"The line broke ({error}); again in {pause} s.")
                time.sleep(pause)
                pause = min(60, pause * 2)

    def lines(self):
        """Yield the lines of the stream until it ends."""
        query = f"?since={urllib.parse.quote(self.since)}" if self.since else ""
        with self.site.open("GET", f"/stream{query}", timeout=SILENCE) as stream:
            for text in stream:
                line = json.loads(text)
                self.since = line["at"]
                yield line

    def hear(self, line):
        """Do what a line of the stream asks for."""
        if line["type"] == "invitation":
            self.accept(line)
        elif line["type"] == "match" and line["your_turn"]:
            self.play(line["match"])
        elif line["type"] == "match" and line["status"] == "finished":
            self.finished.add(line["match"])
            say(f"{line['match']} is over: {line['result']['reason']}")

    def accept(self, line):
        """Sit down where somebody has asked for it."""
        say(f"{line['by']} asks for a match of {line['game']}.")
        try:
            self.site.call("POST", f"/matches/{line['match']}/join", {})
        except urllib.error.HTTPError as refusal:
            say(f"Not joined: {json.load(refusal)['reason']}")

    def play(self, match_id):
        """Play in the match for as long as it waits for nobody else."""
        while True:
            match = self.site.call("GET", f"/matches/{match_id}")
            if match["status"] != "running" or match["seat"] not in match["to_act"]:
                return
            if not match["legal"]:
                return
            move = {"seen": match["seq"], "client_move_id": uuid.uuid4().hex, "move": choose(match)}
            try:
                self.site.call("POST", f"/matches/{match_id}/moves", move)
            except urllib.error.HTTPError as refusal:
                # 409: something happened meanwhile, so look again. 422: no longer ours to move.
                if refusal.code not in (409, 422):
                    raise
                if refusal.code == 422:
                    return


def main():
    """Read the command line, and play."""
    parser = argparse.ArgumentParser(description="An example of a program that plays on this site.")
    parser.add_argument("address", help="of the site, such as http://127.0.0.1:8000")
    parser.add_argument("--token", default=os.environ.get("SCRAPSITE_TOKEN", ""), help="key of your account")
    parser.add_argument("--game", default="scrapbots", help="what to play")
    parser.add_argument("--against", default="", help="begin a match against this bot of the site")
    parser.add_argument("--matches", type=int, default=0, help="stop after so many; 0: never")
    options = parser.parse_args()

    site = Site(options.address, options.token)
    if not site.token:
        guest = site.call("POST", "/guests")
        site.token = guest["token"]
        say(f"Playing as {guest['name']}.")
    if options.against:
        games = {game["slug"]: game for game in site.call("GET", "/games")}
        edition = games[options.game]["editions"][0]["slug"]
        seats = [{"kind": "me"}, {"kind": "bot", "bot": options.against}]
        try:
            made = site.call("POST", "/matches", {"game": options.game, "edition": edition, "seats": seats})
        except urllib.error.HTTPError as refusal:
            sys.exit(json.load(refusal)["reason"])
        say(f"Playing {options.address.rstrip('/')}/matches/{made['id']}/")
    Bot(site).run(options.matches)


if __name__ == "__main__":
    main()
