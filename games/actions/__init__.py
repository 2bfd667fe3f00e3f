"""Everything that changes a match. Each action is one transaction; it answers after COMMIT.

All of them raise `GameError`s for refusals, and `Http404` for matches the user may not see.
"""

from games.actions.answers import Answer
from games.actions.bots import play_for_bot
from games.actions.bring import bring_deck
from games.actions.create import check_wishes, create_match
from games.actions.invitations import decline, invite, withdraw_invitation
from games.actions.orders import give_order, withdraw_order
from games.actions.play import play_move, play_moves
from games.actions.practise import check_practise, practise
from games.actions.rematch import rematch
from games.actions.resign import resign
from games.actions.seats import cancel_match, check_seat_open, join_match
from games.actions.seeing import mark_seen
from games.actions.terms import Terms, set_watching
from games.actions.undo import undo_move
from games.actions.undo_requests import answer_undo, ask_undo

__all__ = [
    "Answer",
    "Terms",
    "answer_undo",
    "ask_undo",
    "bring_deck",
    "cancel_match",
    "check_practise",
    "check_seat_open",
    "check_wishes",
    "create_match",
    "decline",
    "give_order",
    "invite",
    "join_match",
    "mark_seen",
    "play_for_bot",
    "play_move",
    "play_moves",
    "practise",
    "rematch",
    "resign",
    "set_watching",
    "undo_move",
    "withdraw_invitation",
    "withdraw_order",
]
