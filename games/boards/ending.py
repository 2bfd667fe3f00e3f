"""Whether a match is over, as it may end while its game would still go on, and why, in words."""

from django.utils.text import get_text_list

from games.matches.queries.board import Board, Outcome, SeatInfo


def is_over(board: Board) -> bool:
    """Return whether the match is over at the moment that *board* shows; a replay may show an earlier one."""
    return board.result is not None


def scrapbots_reason(board: Board, result: Outcome) -> str:
    """Return why a match of Scrapbots that was played to its end is over. Its scores are Wounds."""
    why = "The last turn has been played" if result.rule == "house-1" else "The Wound stack is empty"
    return f"{why}, and {_compared(board, result, 'fewer Wounds')}."


def scrap_knights_reason(board: Board, result: Outcome) -> str:
    """Return why a match of Scrap Knights that was played to its end is over. Its scores are HP."""
    if result.rule == "house-1":
        return f"The last turn has been played, and {_compared(board, result, 'more HP')}."
    if result.rule not in _FATES:
        return result.reason
    mechs = [f"{_called(seat, '’s', 'Your')} mech" for seat in board.seats if not seat.is_winner]
    who = mechs[0] if len(mechs) == 1 else "Both mechs"
    return f"{who} {_FATES[result.rule].format('is' if len(mechs) == 1 else 'are')}."


def junkyard_reason(board: Board, result: Outcome) -> str:
    """Return why a match of Junkyard that was played to its end is over. Its scores are the Scrapheaps'."""
    why, _, compared = result.reason.partition("; ")
    worth = [
        f"{_called(seat, '’s', 'your')}{'' if number else ' Scrapheap is worth'} {result.scores[seat.number]}"
        for number, seat in enumerate(sorted(board.seats, key=lambda seat: not seat.is_me))
    ]
    return " ".join([f"{why}.", _sentence(worth), compared.partition(". ")[2]]).strip()


def scrapyard_reason(board: Board, result: Outcome) -> str:
    """Return why a match of Scrapyard that was played to its end is over. Its scores are points."""
    why, _, compared = result.reason.partition("; ")
    winners = sorted((seat for seat in board.seats if seat.is_winner), key=lambda seat: not seat.is_me)
    best = max(result.scores)
    points = f"{best} point{'' if best in (1, -1) else 's'}"
    win = (
        "wins"
        if len(winners) == 1 and not winners[0].is_me
        else "win"
        if len(winners) == 1
        else "win together"
    )
    who = get_text_list([_called(seat, "", "you") for seat in winners], "and")
    won = _sentence([f"{who} {win} with {points}"])
    why = "All turns have been played" if why == "All turns are played" else why
    return " ".join([f"{why}.", won, compared.partition(". ")[2]]).strip()


def _sentence(clauses: list[str]) -> str:
    """Return the *clauses* as a sentence; names keep their first letter."""
    words = get_text_list(clauses, "and")
    return f"{words[0].upper()}{words[1:]}." if words.startswith(("you ", "your ")) else f"{words}."


# What happened to the mechs that don't win, by the rule that says so.
_FATES = {"end-1": "{} wrecked", "end-2": "{} wrecked", "heat-1": "overheated", "end-3": "overheated"}


def _compared(board: Board, result: Outcome, better: str) -> str:
    """Return what the scores say: that the winner has the *better*, or that it is a tie."""
    winner = next((seat for seat in board.seats if seat.is_winner), None)
    if winner is None:
        return f"it is a tie, {result.scores[0]} to {result.scores[1]}"
    own, other = result.scores[winner.number], result.scores[1 - winner.number]
    return f"{_called(winner, ' has', 'you have')} {better}: {own} to {other}"


def _called(seat: SeatInfo, after: str, you: str) -> str:
    """Return the name of *seat* with what comes *after* it, or *you* for the viewer's own."""
    return you if seat.is_me else f"{seat.name}{after}"
