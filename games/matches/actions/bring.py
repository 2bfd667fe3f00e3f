"""Bringing a whole deck into a match: all the secret moves that choose it, played at once."""

from contextlib import suppress
from functools import partial
from typing import Any

from games import catalog
from games.engine import codec
from games.engine.decks import Lists
from games.engine.errors import BadMove, GameError
from games.engine.optional import BringsDeck
from games.engine.protocol import Game
from games.matches.actions.play import play_moves
from games.matches.models import Match, Step
from games.matches.steps import Answer
from scrapsite.common.errors import Refusal


def bring_deck(match_id: str, user: Any, seen: int | None, client_move_id: str, deck: Lists) -> Answer | None:
    """Make *deck* (slugs by slot) the deck of the user's seat; return None if it is that already.

    *seen*, *client_move_id:* as for `play_moves`. *Raises:* the same errors, and `BadMove` in a game whose
    players bring no decks.
    """
    return play_moves(match_id, user, seen, client_move_id, partial(_moves, deck))


def bring_again(match: Match) -> None:
    """Bring the decks with which its people played the match before into a rematch that has just begun.

    They can still change them. Where one can't be brought, its player chooses at the table, and so do all if
    the match before was played by rules that can't be read any more.
    """
    before = match.rematch_of
    if before is None or not catalog.fits(*before.rules):
        return
    game = catalog.game_of(*before.rules)
    if not isinstance(game, BringsDeck):
        return
    kind = list[game.event_type]  # type: ignore[name-defined]
    moves = Step.objects.filter(match_id=before, kind=Step.Kind.MOVE).order_by("seq")
    told = moves.values_list("events", flat=True)
    decks = game.decks_entered(event for text in told for event in codec.from_json(kind, text))
    seats = match.seats.filter(bot="", user__isnull=False, number__in=decks)
    for seat in seats.select_related("user"):
        with suppress(GameError, Refusal):
            bring_deck(match.pk, seat.user, None, "brought", decks[seat.number])


def _moves(deck: Lists, game: Game[Any], view: Any) -> list[Any]:
    if not isinstance(game, BringsDeck):
        raise BadMove("You can’t bring a deck to this match.")
    return game.moves_to_bring(view, deck)
