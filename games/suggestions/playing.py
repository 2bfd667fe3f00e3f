"""Playing the games of a candidate, here or on the lab's cluster, while the search says how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing

from django.conf import settings
from django.db.models import Q

from games.engine import codec
from games.lab.cluster import ClusterAway, cluster_at
from games.lab.measuring.packages import DraftData
from games.lab.measuring.records import GameRecord
from games.lab.measuring.setup import Setup
from games.lab.tasks import AWAY
from games.suggestions.models import SuggestionSearch
from games.suggestions.searching.portions import deals_played, play_portion, portions_of
from games.suggestions.searching.question import Values
from games.suggestions.searching.trying import Play, Unwanted
from scrapsite.server.work.progress import sign

SIGN_SECONDS = 3.0

_Stage = SuggestionSearch.Stage


class Signing:
    """Notes now and then how many more games of a search were played.

    Its methods raise `Unwanted` when the search has ended.
    """

    def __init__(self, search: SuggestionSearch) -> None:
        self._rows = SuggestionSearch.objects.filter(Q(stage__in=SuggestionSearch.UNDER_WAY), pk=search.pk)
        self._games = 0
        self._signed = time.monotonic()
        self.sign()

    def count(self, games: int = 1) -> None:
        """Count games, and note them if nothing was noted for some seconds."""
        self._games += games
        if time.monotonic() - self._signed >= SIGN_SECONDS:
            self.sign()

    def sign(self, **columns: str) -> None:
        """Note what was counted."""
        games, self._games, self._signed = self._games, 0, time.monotonic()
        self._rows.filter(stage=_Stage.WAITING).update(stage=_Stage.TRYING)
        if not sign(self._rows, games, **columns):
            raise Unwanted


def player_of(search: SuggestionSearch, values: Values, slug: str) -> Play:
    """Return what plays the deals of a candidate. On the cluster the games are the same ones."""
    question = search.read()
    setup, draft = question.setup(slug, question.games), question.draft(values, slug)
    signing = Signing(search)

    def play(deals: range) -> list[GameRecord]:
        games = _on_cluster(setup, draft, deals, signing) if settings.LAB_CLUSTER else None
        if games is None:
            games = _here(setup, draft, deals, signing.count)
        signing.sign()
        return games

    return play


def _here(setup: Setup, draft: DraftData, deals: range, count: Callable[[], None]) -> list[GameRecord]:
    games = []
    for game in deals_played(setup, draft, deals):
        games.append(game)
        count()
    return games


def _on_cluster(setup: Setup, draft: DraftData, deals: range, signing: Signing) -> list[GameRecord] | None:
    """Return the games of *deals*; None if the cluster can't be reached."""
    portions, parts = portions_of(setup, draft, deals), dict[int, list[GameRecord]]()
    try:
        with closing(cluster_at(settings.LAB_CLUSTER).play(portions, SIGN_SECONDS, play_portion)) as results:
            for found in results:
                if found:
                    parts[found[0]] = codec.unpack(list[GameRecord], found[1])
                    signing.count(len(parts[found[0]]))
                signing.sign(note="")
    except ClusterAway:
        signing.sign(note=AWAY)
        return None
    return [game for first in portions for game in parts[first]]
