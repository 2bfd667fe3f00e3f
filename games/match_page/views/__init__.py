"""The pages of games and matches: each reads its input, calls one action or query, and shows the rest."""

from games.fairness.views import match_fair, match_record, verify_script
from games.lobby.views import match_again, match_create, match_list, match_mine, match_next, title_detail
from games.match_page.views.invitations import invitation_create, invitation_decline, invitation_withdraw
from games.match_page.views.matches import match_board, match_cancel, match_detail, match_join, watchers_set
from games.match_page.views.moves import (
    deck_bring,
    match_resign,
    match_undo,
    move_create,
    order_create,
    order_withdraw,
)
from games.ratings.views import bot_detail, leader_list, player_detail

__all__ = [
    "bot_detail",
    "deck_bring",
    "invitation_create",
    "invitation_decline",
    "invitation_withdraw",
    "leader_list",
    "match_again",
    "match_board",
    "match_cancel",
    "match_create",
    "match_detail",
    "match_fair",
    "match_join",
    "match_list",
    "match_mine",
    "match_next",
    "match_record",
    "match_resign",
    "match_undo",
    "move_create",
    "order_create",
    "order_withdraw",
    "player_detail",
    "title_detail",
    "verify_script",
    "watchers_set",
]
