"""What a seat may do: which moves the board suggests, which are legal, and why others are refused."""

from collections.abc import Callable, Sequence

from games.engine.errors import IllegalMove
from games.titles.scrap_knights.box import ATTACK
from games.titles.scrap_knights.decisions import building, choosing
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.moves import (
    AnyMove,
    AttackWith,
    Choose,
    ChooseNaming,
    ChooseNumber,
    Deploy,
    DeployCopying,
    DiscardAct,
    Hold,
    Keep,
    OverchargeUlt,
    Recall,
    ReturnBot,
    SetAct,
    SetBots,
    SetTokens,
    SetUlt,
    ShuffleIn,
    Spend,
    Warp,
)
from games.titles.scrap_knights.state import (
    ACT,
    ATTACK_WITH,
    BOT_WINDOW,
    BUILD,
    DISCARD_ACT,
    RESOLVE,
    RETURN_BOT,
    TOKEN_KINDS,
    TOKENS,
    ULT_CHOICES,
    WARP,
    State,
)
from games.titles.scrap_knights.turns.spending import spendable
from games.titles.scrap_knights.turns.ults import chooses

READY: dict[int, AnyMove] = {
    BUILD: building.READY,
    ACT: choosing.READY,
    BOT_WINDOW: SetBots("ready"),
    TOKENS: SetTokens("ready"),
    ULT_CHOICES: SetUlt("ready"),
}
REOPEN: dict[int, AnyMove] = {
    BUILD: building.OPEN,
    ACT: choosing.OPEN,
    BOT_WINDOW: SetBots("open"),
    TOKENS: SetTokens("open"),
    ULT_CHOICES: SetUlt("open"),
}
NO_ATTACK = AttackWith("")
OVER_ON, OVER_OFF = OverchargeUlt("on"), OverchargeUlt("off")
_SPENDS = tuple(Spend(token) for token in TOKEN_KINDS)  # type: ignore[arg-type]
_KEEPS = tuple(Keep(token) for token in TOKEN_KINDS)  # type: ignore[arg-type]

AnyRefusal = IllegalMove | None


def legal(edition: Edition, state: State, seat: int) -> list[AnyMove]:
    """Return the legal moves of a seat that is to act, in stable order."""
    if state.phase == BUILD:
        return building.legal(edition, state, seat)
    if state.phase == RESOLVE:
        return _legal_answers(edition, state)
    if state.phase == ACT and not state.two[seat]:
        return [move for act in state.hands[seat] for move in edition.moves_of[act]]
    return [move for move in _MOVES[state.phase](edition, state, seat) if _may(edition, state, seat, move)]


def conceivable(edition: Edition, state: State, seat: int) -> Sequence[AnyMove]:
    """Return the moves that the things on the board suggest, in the order of `legal`."""
    if state.phase == BUILD:
        return building.conceivable(edition, state, seat)
    if state.phase == RESOLVE:
        return _legal_answers(edition, state)
    return _MOVES[state.phase](edition, state, seat)


def can_reopen(edition: Edition, state: State, seat: int) -> bool:
    """Return whether a seat that is ready may think again: it may while the other still decides.

    *Source:* `scrap-knights:act-5`, `scrap-knights:turn-4`.
    """
    return state.phase in REOPEN and state.done[seat] == 1 and _had_a_choice(edition, state, seat)


def _had_a_choice(edition: Edition, state: State, seat: int) -> bool:
    if state.phase == BOT_WINDOW:
        return bool(state.armed[seat])
    if state.phase == TOKENS:
        return any(spendable(edition, state, seat))
    if state.phase == ULT_CHOICES:
        return chooses(edition, state, seat)
    return state.phase == BUILD or bool(state.hands[seat])


def refusal(edition: Edition, state: State, seat: int, move: AnyMove) -> AnyRefusal:
    """Return why the rules refuse *move* now, or None when they allow it."""
    if state.phase == BUILD:
        return building.refusal(edition, state, seat, move)
    phase, rule, reason = _WHEN.get(type(move), (BUILD, "setup-5", "The mechs are already built."))
    if phase != state.phase:
        return IllegalMove(rule, reason)
    if state.phase == RESOLVE:
        return _refuse_answer(edition, state, move)
    return _REFUSALS[state.phase](edition, state, seat, move)


def _may(edition: Edition, state: State, seat: int, move: AnyMove) -> bool:
    return _REFUSALS[state.phase](edition, state, seat, move) is None


# BOTs


def _bot_moves(edition: Edition, state: State, seat: int) -> list[AnyMove]:
    moves: list[AnyMove] = []
    planned = {plan.bot for plan in state.planned[seat]}
    for one in state.armed[seat]:
        name = edition.name(one.bot)
        if one.bot in planned:
            moves.append(Recall(name))
        elif edition.kinds[one.bot].copies_attack:
            moves += [DeployCopying(name, edition.name(act)) for act in copyable(edition, state, seat)]
        elif edition.kinds[one.bot].directions:
            moves += [Deploy(name, (-1,)), Deploy(name, (1,))]
        else:
            moves.append(Deploy(name, ()))
    return [*moves, READY[BOT_WINDOW]]


def copyable(edition: Edition, state: State, seat: int) -> list[int]:
    """Return the Attacks that a BOT may copy: those that aren't at work this turn.

    *Source:* `scrap-knights:ad-chain-1`, `scrap-knights:act-6`.
    """
    return [act for act in state.hands[seat] if edition.kinds[act].is_attack]


def _refuse_bot(edition: Edition, state: State, seat: int, move: AnyMove) -> AnyRefusal:
    match move:
        case SetBots(to="ready"):
            return None
        case SetBots():
            if state.done[seat]:
                return None
            return IllegalMove("bot-2", "You are still deciding about your BOTs.")
        case Recall(name):
            if edition.number.get(name, -1) in [plan.bot for plan in state.planned[seat]]:
                return None
            return IllegalMove("bot-2", "You have not planned to use that BOT.")
        case Deploy(name) | DeployCopying(name):
            return _refuse_deploying(edition, state, seat, edition.number.get(name, -1), move)
    return None


def _refuse_deploying(edition: Edition, state: State, seat: int, bot: int, move: AnyMove) -> AnyRefusal:
    if bot not in state.bots[seat]:
        return IllegalMove("bot-1", "You don’t have that BOT.")
    if bot in state.used_bots[seat]:
        return IllegalMove("bot-1", "That BOT has already been used.")
    kind = edition.kinds[bot]
    if bot not in [one.bot for one in state.armed[seat]]:
        return IllegalMove(kind.trigger.rule if kind.trigger else "bot-1", f"{kind.name} isn’t armed.")
    if bot in [plan.bot for plan in state.planned[seat]]:
        return IllegalMove("bot-2", "You already plan to use that BOT.")
    if isinstance(move, DeployCopying):
        if not kind.copies_attack:
            return IllegalMove("bot-1", f"{kind.name} copies nothing from your hand.")
        if edition.number.get(move.card, -1) in copyable(edition, state, seat):
            return None
        return IllegalMove("ad-chain-1", "Only an Attack from your hand can be copied.")
    if kind.copies_attack:
        return IllegalMove("ad-chain-1", f"Choose the Attack that {kind.name} should copy.")
    if isinstance(move, Deploy) and len(move.moves) != kind.directions:
        return IllegalMove(
            "move-1",
            f"Choose one direction for each Move of {kind.name}.",
        )
    return None


# Tokens and ULTs


def _token_moves(edition: Edition, state: State, seat: int) -> list[AnyMove]:
    spending = state.spending[seat]
    moves: list[AnyMove] = []
    for token, count in enumerate(state.tokens[seat]):
        if count:
            moves += [_SPENDS[token], _KEEPS[token]] if spending[token] else [_SPENDS[token]]
    return [*moves, READY[TOKENS]]


def _refuse_token(edition: Edition, state: State, seat: int, move: AnyMove) -> AnyRefusal:
    match move:
        case Spend(token):
            kind = TOKEN_KINDS.index(token)
            if state.spending[seat][kind] < spendable(edition, state, seat)[kind]:
                return None
            if state.spending[seat][kind] < state.tokens[seat][kind]:
                return IllegalMove("token-blitz", "You have no Attack this turn to spend Blitz on.")
            return IllegalMove("token-1", "You have no more tokens of that kind.")
        case Keep(token):
            if state.spending[seat][TOKEN_KINDS.index(token)]:
                return None
            return IllegalMove("token-1", "You have not planned to spend a token of that kind.")
        case SetTokens(to="open"):
            if state.done[seat]:
                return None
            return IllegalMove("token-1", "You are still deciding about tokens.")
    return None


def _ult_moves(edition: Edition, state: State, seat: int) -> list[AnyMove]:
    shuffled, cards = state.shuffling[seat], list[AnyMove]()
    if edition.kinds[state.ults[seat]].trades:
        cards += [ShuffleIn(edition.name(act)) for act in state.hands[seat] if act not in shuffled]
    cards += [Hold(edition.name(act)) for act in shuffled]
    return [*cards, OVER_OFF if state.over_ult[seat] else OVER_ON, READY[ULT_CHOICES]]


def _refuse_ult(edition: Edition, state: State, seat: int, move: AnyMove) -> AnyRefusal:
    match move:
        case ShuffleIn() if not edition.kinds[state.ults[seat]].trades:
            return IllegalMove(
                "test-1", f"You shuffle nothing in for {edition.kinds[state.ults[seat]].name}."
            )
        case ShuffleIn(card) if edition.number.get(card, -1) not in state.hands[seat]:
            return IllegalMove("test-1", "That ACT isn’t in your hand now.")
        case ShuffleIn(card) if edition.number[card] in state.shuffling[seat]:
            return IllegalMove("test-1", "You are already shuffling that ACT in.")
        case Hold(card) if edition.number.get(card, -1) not in state.shuffling[seat]:
            return IllegalMove("test-1", "You have not planned to shuffle that ACT in.")
        case OverchargeUlt(to) if (to == "on") == (state.over_ult[seat] == 1):
            return IllegalMove("overcharge-1", "You have already chosen that.")
        case SetUlt(to="open") if not state.done[seat]:
            return IllegalMove("ult-2", "You are still deciding about your ULT.")
    return None


# Answers in the resolution


def _legal_answers(edition: Edition, state: State) -> list[AnyMove]:
    seat = state.asker
    if state.asked == WARP:
        return [Warp(distance) for distance in range(edition.most_distance + 1)]
    if state.asked == ATTACK_WITH:
        attacks = [act for act in state.hands[seat] if edition.kinds[act].kind == ATTACK]
        return [*(AttackWith(edition.name(act)) for act in attacks), NO_ATTACK]
    if state.asked == RETURN_BOT:
        return [ReturnBot(edition.name(bot)) for bot in state.used_bots[seat]]
    return [DiscardAct(edition.name(act)) for act in state.hands[1 - seat]]


def _refuse_answer(edition: Edition, state: State, move: AnyMove) -> AnyRefusal:
    asked, rule, reason = _ANSWERS[type(move)]
    if asked != state.asked:
        return IllegalMove(rule, "You have another choice to make first.")
    if move in _legal_answers(edition, state):
        return None
    return IllegalMove(rule, reason.format(most=edition.most_distance))


_ANSWERS: dict[type, tuple[int, str, str]] = {
    AttackWith: (
        ATTACK_WITH,
        "can-opener-1",
        "Only an Attack from your hand can be played as an additional one.",
    ),
    Warp: (WARP, "warp-1", "The distance must be a number from 0 to {most}."),
    ReturnBot: (RETURN_BOT, "siphon-1", "You have not used that BOT."),
    DiscardAct: (DISCARD_ACT, "orbital-lobotomy-1", "That ACT isn’t in the opponent’s hand."),
}

# Where a phase asks for a move, and what is said when it doesn't.
_Moves = Callable[[Edition, State, int], list[AnyMove]]
_Refuse = Callable[[Edition, State, int, AnyMove], AnyRefusal]
_MOVES: dict[int, _Moves] = {
    ACT: choosing.act_moves,
    BOT_WINDOW: _bot_moves,
    TOKENS: _token_moves,
    ULT_CHOICES: _ult_moves,
}
_REFUSALS: dict[int, _Refuse] = {
    ACT: choosing.refuse_act,
    BOT_WINDOW: _refuse_bot,
    TOKENS: _refuse_token,
    ULT_CHOICES: _refuse_ult,
}
_IN_ACT = (ACT, "turn-1", "ACTs are chosen in the ACT phase.")
_IN_BOTS = (BOT_WINDOW, "bot-2", "BOTs are used after the flip, when they are armed.")
_IN_TOKENS = (TOKENS, "token-1", "Tokens are spent after the BOTs.")
_IN_ULT = (ULT_CHOICES, "ult-2", "You choose that when the ULT triggers.")
_IN_RESOLUTION = (RESOLVE, "turn-1", "You choose that when a card that asks for it resolves.")
_WHEN: dict[type, tuple[int, str, str]] = {
    Choose: _IN_ACT,
    ChooseNumber: _IN_ACT,
    ChooseNaming: _IN_ACT,
    SetAct: _IN_ACT,
    Deploy: _IN_BOTS,
    DeployCopying: _IN_BOTS,
    Recall: _IN_BOTS,
    SetBots: _IN_BOTS,
    Spend: _IN_TOKENS,
    Keep: _IN_TOKENS,
    SetTokens: _IN_TOKENS,
    OverchargeUlt: _IN_ULT,
    ShuffleIn: _IN_ULT,
    Hold: _IN_ULT,
    SetUlt: _IN_ULT,
    AttackWith: _IN_RESOLUTION,
    Warp: _IN_RESOLUTION,
    ReturnBot: _IN_RESOLUTION,
    DiscardAct: _IN_RESOLUTION,
}
