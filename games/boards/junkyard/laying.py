"""Builds the table of Junkyard for one viewer: the yard, the players, and the viewer's own program."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import get_text_list

from games.boards.ending import is_over
from games.boards.junkyard.foretelling import (
    Foretold,
    first_meaning,
    foretell,
    meanings,
    program_with,
    taken_unasked,
)
from games.boards.junkyard.gains import scrapped_lately
from games.boards.junkyard.parts import (
    Face,
    Gestures,
    HandCard,
    JunkyardTable,
    OwnRegister,
    Pile,
    Plate,
    Program,
    Register,
    Robot,
    Space,
)
from games.boards.narration import narration_of, narration_url
from games.boards.optional import frame_narrated, hints
from games.boards.things import Choice, Things
from games.matches.queries.board import Board

SIZE = 7
PHASE_WORDS = {
    "placing": "Placing the Scrapbots",
    "programming": "Programming",
    "resolving": "Resolving",
    "over": "Over",
}
_PROGRAMMING = Gestures(
    touch="Hold a card to read or drag it.", mouse="Point at a card to read it; you can also drag it."
)
_CHOOSING = Gestures(touch="Hold a card to read it.", mouse="Point at a card to read it.")
_REGISTERS = tuple(f"register:{number}" for number in range(1, 7))
PILE_NAMES = (
    *("north-west", "north", "north-east"),
    *("west", "middle", "east"),
    *("south-west", "south", "south-east"),
)


class Laying:
    """Builds one table. While a board narrates, a frame replaces parts of the view."""

    def __init__(self, board: Board) -> None:
        self.board, self.view = board, board.view
        self.cards = {card.slug: card for card in board.cards}
        self.names = [seat.name for seat in board.seats]
        self.things = Things(board)
        self.page = reverse("games:match_detail", args=[board.match]) if board.match else ""
        self.me = self.view.players[board.viewer.seat] if not board.viewer.is_spectator else None
        self.frame = frame_narrated(board)
        self.phase = self._phase()
        self.picked = self._picked()
        self.foretold = self._foretold()
        self.gains = {} if self.frame else scrapped_lately(board)
        self.legal_at = {offer.at for offer in board.legal}

    def table(self) -> JunkyardTable:
        view = self.view
        program = self._program() if self._has_program else None
        return JunkyardTable(
            cells=tuple(self._cell(row, column) for row in range(SIZE) for column in range(SIZE)),
            plates=tuple(self._plate(player) for player in view.players),
            program=program,
            phase=PHASE_WORDS.get(self.phase, self.phase),
            round=self.frame.round if self.frame else view.round,
            round_cap=view.round_cap,
            says=self._says(),
            narration=narration_of(self.board),
            narration_url=narration_url(self.board, "programs-closed"),
            narrates="the last round" if view.phase == "programming" else "this round",
            ahead=" ".join(["piles", "scrapheap", "trash", "charge", *_REGISTERS]),
            choices=self._loose_choices(),
            places=self.frame is None and any(at.startswith("space:") for at in self.legal_at),
            hint=self._hint(),
            gestures=self._gestures(),
            refusals=() if self.frame else self.things.refusals(),
        )

    # While the board narrates, a frame replaces robots, piles, registers and Scrapheaps.

    def _phase(self) -> str:
        """Return the phase of the game, or that of the moment being narrated."""
        if self.frame:
            return str(self.frame.phase)
        return "over" if is_over(self.board) else str(self.view.phase)

    # The yard.

    def _cell(self, row: int, column: int) -> Pile | Space | None:
        if row % 2 and column % 2:
            return self._pile(row // 2 * 3 + column // 2)
        if (row + column) % 2 == 0:
            return None
        return self._space(_SPACES[row, column])

    def _pile(self, number: int) -> Pile:
        pile = (self.frame or self.view).piles[number]
        does = next(iter(self._at(f"pile:{number}")), None)
        return Pile(PILE_NAMES[number], pile.count, self._face(pile.top), does)

    def _space(self, number: int) -> Space:
        robots = (self.frame or self.view).robots
        seat = next((seat for seat, robot in enumerate(robots) if robot and robot.space == number), None)
        robot = None if seat is None else Robot(seat, self.names[seat], robots[seat].heading)
        turns = tuple(
            choice
            for side in ("left", "right")
            for choice in self._at(f"turn:{side}")
            if choice.to == f"space:{number}"
        )
        # Where both turns lead to the same space, only the words beside the yard tell them apart.
        turn = turns[0] if len(turns) == 1 else None
        name, lands = space_name(number), self.foretold.lands.get(number, ())
        return Space(number, name, robot, lands, self._at(f"space:{number}"), turn)

    @cached_property
    def _plan(self) -> Sequence[Any]:
        """What of the viewer's program will resolve, register by register."""
        return hints(self.board)

    def _foretold(self) -> Foretold:
        """Return where the program and the picked card lead if others stand still."""
        if self.frame or self.me is None or self.phase != "programming" or self.me.hand is None:
            return Foretold()
        picked = "" if self.picked is None else self.me.hand[self.picked].card
        program = program_with(self.cards, self._plan, picked)
        return foretell(self.board, self.cards, self.me.seat, program)

    # Players.

    @property
    def _goes_on(self) -> bool:
        """Whether the table shows the present of a match that isn't over and doesn't stand still."""
        return self.frame is None and self.phase != "over" and self.board.stopped is None

    def _plate(self, player: Any) -> Plate:
        seat = self.board.seats[player.seat]
        frame = self.frame.seats[player.seat] if self.frame else None
        own = self.board.own_views.get(player.seat)
        known = own.players[player.seat] if own else player
        return Plate(
            seat=seat,
            number=player.seat,
            to_act=player.seat in self.view.to_act and self._goes_on,
            is_done=player.done and self._goes_on,
            is_programming=self.phase == "programming" and self._goes_on,
            active=frame.active if frame else known.active,
            registers=self._framed(frame, self._programs(own, known)) if frame else self._registers(known),
            hand=() if own is None or frame else self._faces(face for face in known.hand if face),
            hand_count=frame.hand if frame else known.hand_count,
            deck_count=frame.deck if frame else player.deck_count,
            discard=self._faces(frame.discard if frame else player.discard),
            scrapheap=self._faces(frame.scrapheap if frame else player.scrapheap),
            score=frame.score if frame else player.score,
            gained=tuple(Face(self.cards[slug], number) for slug, number in self.gains.get(player.seat, ())),
        )

    def _registers(self, player: Any) -> tuple[Register, ...]:
        resolving = self.view.resolving
        return tuple(
            Register(
                number,
                register.active,
                register.slotted,
                self._face(register.card),
                self._goes_on
                and resolving is not None
                and resolving.seat == player.seat
                and resolving.at == number,
            )
            for number, register in enumerate(player.registers, 1)
        )

    def _programs(self, own: Any, player: Any) -> tuple[Any, ...]:
        """Return the registers' cards that a replay knows besides those that the frame shows."""
        is_same = own and (own.phase, own.round) == ("resolving", self.frame.round)
        return tuple(register.card if is_same else None for register in player.registers)

    def _framed(self, frame: Any, known: tuple[Any, ...]) -> tuple[Register, ...]:
        is_secret = self.phase == "programming"
        return tuple(
            Register(
                number,
                number <= frame.active,
                None if is_secret else number in frame.slotted,
                self._face(face or card),
                False,
            )
            for number, (face, card) in enumerate(zip(frame.shown, known, strict=True), 1)
        )

    # The viewer's own program.

    @property
    def _has_program(self) -> bool:
        """Whether the viewer's program is shown: while they play, and afterwards if there is a card in it."""
        if self.frame or self.me is None or self.me.hand is None:
            return False
        cards = (*self.me.hand, *(register.card for register in self.me.registers), self.me.charge)
        return self.phase != "over" or any(card is not None for card in cards)

    def _program(self) -> Program:
        me: Any = self.me
        picked = self.picked
        hand = tuple(self._hand_card(place) for place, face in enumerate(me.hand) if face is not None)
        into = {choice.to: choice for choice in self._at(f"hand:{picked}")} if picked is not None else {}
        finish = next(iter(self._at("program")), None)
        return Program(
            hand=hand,
            registers=tuple(
                OwnRegister(
                    number,
                    register.active,
                    self._face(register.card),
                    into.get(f"register:{number}"),
                    next(iter(self._at(f"register:{number}")), None),
                )
                for number, register in enumerate(me.registers, 1)
            ),
            charge=self._face(me.charge),
            charge_says=self._charge_says(me, len(hand)),
            put_charge=into.get("charge"),
            undo_charge=next(iter(self._at("charge")), None),
            finish=finish,
            is_done=me.done,
            picked=self._face(me.hand[picked]) if picked is not None else None,
            active=me.active,
            down=self.page,
        )

    def _charge_says(self, me: Any, held: int) -> str:
        """Return whether a card can be trashed to charge, for the place where it would lie."""
        if not self._goes_on:
            return "none"
        if self.phase != "programming":
            return "one card a round, only while programming"
        if me.done:
            return "none in this round"
        return (
            "trash one card for its charge: it leaves your deck for good"
            if held
            else "no card is left to trash"
        )

    def _picked(self) -> int | None:
        """Return the place in hand of the card that the address picks up; None if it goes nowhere."""
        if self.view.phase != "programming" or not self.me or self.me.hand is None:
            return None
        places = [place for place, face in enumerate(self.me.hand) if face and self._at(f"hand:{place}")]
        return next((place for place in places if f"hand:{place}" == self.board.picked), None)

    def _hand_card(self, place: int) -> HandCard:
        me: Any = self.me
        choices = self._at(f"hand:{place}")
        asked = [choice for choice in choices if choice.to in ("scrapheap", "trash")]
        is_asked = self.view.phase == "resolving"
        slots = tuple(
            (int(choice.to.partition(":")[2]), choice.move)
            for choice in choices
            if choice.to.startswith("register:")
        )
        charge = next((choice.move for choice in choices if choice.to == "charge"), "")
        can_pick = bool(slots or (charge and not is_asked))
        return HandCard(
            place=place,
            face=self._face(me.hand[place]),  # type: ignore[arg-type]
            is_picked=self.picked == place,
            url=f"{self.page}?{urlencode({'pick': f'hand:{place}'})}" if can_pick else "",
            does=next(iter(asked or (choices if is_asked else ())), None),
            means=meanings(self.cards[me.hand[place].card]),
            slots=slots,
            charge=charge,
        )

    # Words and faces.

    def _says(self) -> str:
        """Return a sentence about what is going on, or an empty text."""
        view = self.view
        if not self._goes_on:
            return ""
        if view.resolving is not None:
            now = view.resolving
            whose = "your" if self.board.is_mine(now.seat) else f"{self.names[now.seat]}’s"
            name = self.cards[now.card.card].name
            at = f"Register {now.at} (overclocked)" if now.at != now.register else f"Register {now.at}"
            return f"{at}, {whose} {name}: {now.effect.lower()}."
        if view.phase == "programming":
            return self._still_programming()
        return ""

    def _still_programming(self) -> str:
        """Return who hasn't finished a program, the viewer first, or an empty text if all have."""
        is_mine = self.board.is_mine
        seats = sorted((p.seat for p in self.view.players if not p.done), key=is_mine, reverse=True)
        names = ["you" if is_mine(seat) else self.names[seat] for seat in seats]
        return f"Still programming: {get_text_list(names, 'and')}." if names else ""

    def _hint(self) -> str:
        """Return a sentence that asks the viewer for their decision, or an empty text."""
        if not self.board.my_turn or self.me is None:
            return ""
        if self.view.phase == "placing":
            return "Press + where you want your Scrapbot, then choose its heading."
        if self.view.phase == "programming":
            return self._programming_hint()
        return _asks(self.view.resolving)

    def _programming_hint(self) -> str:
        me: Any = self.me
        hand = [face for place, face in enumerate(me.hand) if face and place != self.picked]
        taken, leads = taken_unasked(self.cards, self._plan, hand), self.foretold.words
        if self.picked is not None:
            card = self.cards[me.hand[self.picked].card]
            if not any(choice.to.startswith("register:") for choice in self._at(f"hand:{self.picked}")):
                return f"Press Charge to trash {card.name}: no register is free."
            return f"Press a register for {card.name}. {leads or first_meaning(card)}"
        if not hand:
            return f"{taken} Press Done, or take a card back. {leads}".strip()
        return taken or f"Press a card, then a register. {leads or 'Only you can see it yet.'}"

    def _gestures(self) -> Gestures | None:
        """Return what else can be done with the cards of the hand while the viewer is asked about them."""
        held = self.me.hand if self.board.my_turn and self.me else None
        if not held or all(face is None for face in held) or self.picked is not None:
            return None
        if self.view.phase == "programming":
            # On a phone the hint is two lines, whether a card is picked or not.
            return None if self.foretold.pushes or self.foretold.blocked else _PROGRAMMING
        return _CHOOSING if any(at.startswith("hand") for at in self.legal_at) else None

    def _loose_choices(self) -> tuple[Choice, ...]:
        """Return the choices of turns, for a list in words beside the yard that draws them."""
        return tuple(choice for side in ("left", "right") for choice in self._at(f"turn:{side}"))

    def _at(self, place: str) -> tuple[Choice, ...]:
        return () if self.frame else self.things.at(place).choices

    def _face(self, face: Any) -> Face | None:
        return None if face is None else Face(self.cards[face.card], face.initiative)

    def _faces(self, faces: Any) -> tuple[Face, ...]:
        return tuple(Face(self.cards[face.card], face.initiative) for face in faces)


def _asks(now: Any) -> str:
    """Return a sentence that asks for the choice of the effect that is resolving."""
    if now.choice != "scrap":
        return _ASKED[now.choice]
    if now.left > 1:
        return f"Choose {now.left} cards from your hand to scrap, one at a time."
    return f"Choose {'a' if now.effect == 'scrap 1' else 'another'} card from your hand to scrap."


_ASKED = {
    "turn": "Choose which way to turn.",
    "salvage": "Choose a pile to salvage from.",
    "shuffle": "Choose a pile to shuffle.",
    "trash": "Choose a card from your hand to trash. It leaves your deck for good.",
    "charge": "Choose a card from your hand to trash for its charge. It leaves your deck for good.",
}
_SPACES = {
    place: number
    for number, place in enumerate(
        (row, column) for row in range(SIZE) for column in range(SIZE) if (row + column) % 2
    )
}


def space_name(number: int) -> str:
    """Return where a space is, in the log's words: `north of the middle pile`."""
    row, column = next(place for place, found in _SPACES.items() if found == number)
    across = max(column // 2 - 1, 0) if row % 2 else column // 2
    down = row // 2 if row % 2 else max(row // 2 - 1, 0)
    side = ("east" if column else "west") if row % 2 else ("south" if row else "north")
    return f"{side} of the {PILE_NAMES[down * 3 + across]} pile"
