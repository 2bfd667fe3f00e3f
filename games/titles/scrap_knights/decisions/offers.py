"""Where on the board each move belongs, and what its button says."""

from games.engine.protocol import Offer
from games.titles.scrap_knights.decisions.legality import READY, REOPEN, can_reopen, conceivable, refusal
from games.titles.scrap_knights.decisions.saving import TOKEN_NAMES, savers
from games.titles.scrap_knights.decks.ready_made import BY_SLUG
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.moves import (
    AnyMove,
    AttackWith,
    BringMech,
    Choose,
    ChooseNaming,
    ChooseNumber,
    Deploy,
    DeployCopying,
    DiscardAct,
    Hold,
    Keep,
    OverchargeUlt,
    PutBack,
    Recall,
    ReturnBot,
    SetAct,
    SetBots,
    SetReady,
    SetTokens,
    SetUlt,
    ShuffleIn,
    Spend,
    TakeCard,
    Warp,
)
from games.titles.scrap_knights.state import BOT_WINDOW, TOKENS, State

_HOLDING = (READY[BOT_WINDOW], READY[TOKENS])


def offers(edition: Edition, state: State, seat: int) -> list[Offer]:
    """Return every move the board suggests to the seat, in the order of `legal`."""
    return [_offer(edition, state, seat, move) for move in conceivable(edition, state, seat)]


def reconsider(edition: Edition, state: State, seat: int) -> list[Offer]:
    """Return the offer to think again, for a seat that waits for the other one."""
    if not can_reopen(edition, state, seat):
        return []
    return [Offer(REOPEN[state.phase], "turn", "", "Change my choice", None)]


def _offer(edition: Edition, state: State, seat: int, move: AnyMove) -> Offer:
    at, to, label = place(edition, move)
    refused = refusal(edition, state, seat, move)
    warning = _warning(edition, state, seat) if refused is None and move in _HOLDING else ""
    return Offer(move, at, to, label, refused, warning=warning)


def _warning(edition: Edition, state: State, seat: int) -> str:
    """Return what the seat holds back though it would save its mech, in a sentence; an empty text otherwise.

    Holding BOTs and tokens back is good play in other turns, so it isn't worth a question there.
    """
    with_these = " and ".join(savers(edition, state, seat))
    return (
        f"As things stand, your mech won’t survive this turn. With {with_these} it would."
        if with_these
        else ""
    )


def place(edition: Edition, move: AnyMove) -> tuple[str, str, str]:
    """Return where a move begins on the board, where it lands, and what its button says.

    Places: `box:<slug>`, `draft:<slug>`, `prep:<slug>`, `mech:<slug>`, `hand:<slug>`, `bot:<slug>`,
    `enemy:<slug>`, `token:<kind>`, `ult`, `distance:<number>`, `turn`.
    """
    match move:
        case TakeCard(card, to):
            where = " to the prep deck" if to == "prep" else ""
            return f"box:{card}", to, f"Add {_name(edition, card)}{where}"
        case PutBack(card, pile):
            return f"{'prep' if pile == 'prep' else 'draft'}:{card}", "", _put_back(edition, card, pile)
        case BringMech(mech):
            return f"mech:{mech}", "", f"Use {BY_SLUG[mech].name}"
        case Choose() | ChooseNumber() | ChooseNaming():
            return f"hand:{move.act}", "", _choice(edition, move)
        case Deploy(bot, moves):
            return f"bot:{bot}", "", f"Use {_name(edition, bot)}{_ways(moves)}"
        case DeployCopying(bot, card):
            return f"bot:{bot}", f"hand:{card}", f"Use {_name(edition, bot)} to copy {_name(edition, card)}"
        case Recall(bot):
            return f"bot:{bot}", "", f"Don’t use {_name(edition, bot)}"
        case Spend(token):
            return f"token:{token}", "", f"Spend {TOKEN_NAMES[token]}"
        case Keep(token):
            return f"token:{token}", "", f"Keep {TOKEN_NAMES[token]}"
    return _place_late(edition, move)


def _put_back(edition: Edition, card: str, pile: str) -> str:
    return f"Remove {_name(edition, card)} from your {'prep deck' if pile == 'prep' else 'mech'}"


def _place_late(edition: Edition, move: AnyMove) -> tuple[str, str, str]:
    """Return the same for ULTs, answers and the end of a decision."""
    match move:
        case ShuffleIn(card):
            return f"hand:{card}", "", f"Shuffle {_name(edition, card)} in"
        case Hold(card):
            return f"hand:{card}", "", f"Keep {_name(edition, card)} in hand"
        case OverchargeUlt(to):
            return "ult", "", "Overcharge the ULT" if to == "on" else "Don’t overcharge the ULT"
        case AttackWith(card):
            label = f"Play {_name(edition, card)} too" if card else "Play no other Attack"
            return (f"hand:{card}" if card else "turn"), "", label
        case Warp(distance):
            return f"distance:{distance}", "", f"Set the distance to {distance}"
        case ReturnBot(bot):
            return f"bot:{bot}", "", f"Get {_name(edition, bot)} back"
        case DiscardAct(card):
            return f"enemy:{card}", "", f"Discard {_name(edition, card)}"
        case SetReady(to) | SetAct(to) | SetBots(to) | SetTokens(to) | SetUlt(to):
            return "turn", "", "Ready" if to == "ready" else "Take everything back"
    raise AssertionError(f"{move} has no place")


def _choice(edition: Edition, move: Choose | ChooseNumber | ChooseNaming) -> str:
    name = _name(edition, move.act)
    match move:
        case ChooseNaming(_, named):
            return f"{name}, naming {_name(edition, named)}"
        case ChooseNumber(_, number, moves):
            return f"{name}, {number}{_ways(moves)}".replace("-", "−")
        case Choose(_, overcharge, moves):
            return f"{name}{_ways(moves)}{', overcharged' if overcharge else ''}"


def _ways(moves: tuple[int, ...]) -> str:
    return "".join(", away" if move > 0 else ", in" for move in moves)


def _name(edition: Edition, slug: str) -> str:
    return edition.kinds[edition.number[slug]].name
