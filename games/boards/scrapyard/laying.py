"""Builds the table of Scrapyard for one viewer: the field, the corners and the players."""

from collections.abc import Sequence
from typing import Any

from django.contrib.humanize.templatetags.humanize import apnumber
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import get_text_list

from games.boards.ending import is_over
from games.boards.optional import hints
from games.boards.scrapyard.parts import Corner, Cubes, Pick, Plate, Plot, ScrapyardTable
from games.boards.things import Choice, Refusal, Thing, Things
from games.engine.cards import Card
from games.matches.queries.board import Board
from games.pictures.scene import times
from scrapsite.common.links import rule_url

COLUMNS = 9
SUPPLY = "cube:supply"
HIDING = "mode-2"
PHASE_WORDS = {
    "peek": "Peeking",
    "place": "Placing cubes",
    "place-again": "Second placing",
    "corner": "Choosing corners",
    "collect": "Collecting",
    "over": "Over",
}
STEPS = {
    "peek": "Peek",
    "place": "Cubes",
    "place-again": "Second placing",
    "corner": "Corner",
    "collect": "Collect",
}


class Laying:
    """Builds one table."""

    def __init__(self, board: Board) -> None:
        self.board, self.view = board, board.view
        self.phase = "over" if is_over(board) else self.view.phase
        self.cards = {card.slug: card for card in board.cards}
        self.kinds = {card.sub.lower(): card for card in reversed(self.cards.values())}
        # Cards that a move showed which was taken back, by place: nobody forgets them.
        self.recalled = {event["place"]: event["card"] for event in board.recalled if event["card"]}
        self.things = Things(board)
        self.names = [seat.name for seat in board.seats]
        self.me = None if board.viewer.is_spectator else self.view.players[board.viewer.seat]
        self.starred_for = self._whose(board.viewer.seat) if self.me and self.me.tiles else ""
        self.movable = self._movable()
        self.picked = self._picked()
        self.landing = (
            {choice.to: choice for choice in self.things.at(self.picked).choices} if self.picked else {}
        )
        self.walks = {choice.to: choice for choice in self.things.at("pawn").choices if choice.to}
        self.costs = hints(board) if self.walks else ()

    def table(self) -> ScrapyardTable:
        view = self.view
        plots = [self._plot(card) for card in view.cards]
        plates = tuple(self._plate(player) for player in view.players)
        turn = self.things.at("turn")
        return ScrapyardTable(
            rows=tuple(tuple(plots[start : start + COLUMNS]) for start in range(0, len(plots), COLUMNS)),
            size=f"{str(apnumber(view.figures.rows)).capitalize()} rows of nine cards",
            corners=tuple(
                self._corner(slug) for slug in ("top-left", "top-right", "bottom-left", "bottom-right")
            ),
            plates=plates,
            own_tiles=next((plate.tiles or () for plate in plates if plate.seat.is_me), ()),
            own_supply=next((plate.supply for plate in plates if plate.seat.is_me), None),
            starred_for=self.starred_for,
            has_ended=self.phase == "over",
            picks=self._picks(),
            is_placing=self.board.my_turn and self.phase in ("place", "place-again"),
            has_placed_all=not self.view.placings_left,
            all_cubes=_all_cubes(view.figures.placings),
            steps=() if self.phase == "over" else tuple((STEPS[name], name == self.phase) for name in STEPS),
            phase=PHASE_WORDS.get(self.phase, self.phase),
            round=self._round(),
            dice=self._dice(),
            left=self._left(),
            lapses=self._lapses(),
            sells_peek=self.view.peeks_left <= 1,
            asked_about=next((ask.about.removeprefix("card:") for ask in turn.choices if ask.about), ""),
            turn=turn,
            drags_supply=SUPPLY in self.movable,
            drags_pawn=bool(self.walks),
            supply_pick=self._pick_first(SUPPLY),
            refusals=self.things.refusals(),
            hint=self._hint(),
        )

    def _movable(self) -> list[str]:
        """Return the keys of the cubes that can be put somewhere now; the supply counts as one."""
        found = self.board.offers_at.items()
        return [
            at for at, offers in found if at.startswith("cube:") and any(o.to and o.is_legal for o in offers)
        ]

    def _picked(self) -> str:
        """Return the picked cube's key: the address's if it can be moved, else the supply's or the first."""
        if self.board.picked in self.movable:
            return self.board.picked
        return SUPPLY if SUPPLY in self.movable else next(iter(self.movable), "")

    def _pick_first(self, key: str) -> int:
        """Return the number, from 1, of the pick that a drag of this cube needs first; 0 for none."""
        return self.movable.index(key) + 1 if key in self.movable and key != self.picked else 0

    def _picks(self) -> tuple[Pick, ...]:
        if not self.movable:
            return ()
        page = reverse("games:match_detail", args=[self.board.match])
        return tuple(
            Pick(at, *_pick_words(at), at == self.picked, f"{page}?{urlencode({'pick': at})}")
            for at in self.movable
        )

    def _plot(self, shown: Any) -> Plot:
        key = f"card:{shown.at}"
        here = self.things.at(key)
        card = self.cards.get(self.recalled[shown.place] if self._is_recalled(shown) else shown.card)
        row, column = (int(part) for part in shown.at.split("-"))
        walk = self.walks.get(key)
        own = f"cube:{shown.at}:{self.board.viewer.seat}"
        return Plot(
            at=shown.at,
            row=row,
            column=column,
            card=card,
            is_open=shown.is_open,
            is_gone=shown.taken_by >= 0,
            seen_by=shown.known_to,
            cubes=tuple(
                Cubes(seat, count, next(iter(self.things.at(f"cube:{shown.at}:{seat}").choices), None))
                for seat, count in enumerate(shown.cubes)
                if count
            ),
            pawns=tuple(player.seat for player in self.view.players if player.pawn == shown.place),
            does=self._peek_at(shown) or self.landing.get(key) or walk,
            cost=self.costs[shown.place].walk if walk else None,
            acts=here.choices if self.view.phase == "collect" else (),
            lacks=self._lacks(here),
            is_here=shown.taken_by < 0 and self._stands_on(shown),
            says=self._says(shown, card, row, column),
            is_picked=self.picked == own,
            is_wanted=shown.taken_by < 0 and self._is_wanted(card),
            from_key=self.picked if key in self.landing else "pawn" if walk else "",
            drags=own if own in self.movable else "pawn" if self.walks and self._stands_on(shown) else "",
            drag_pick=self._pick_first(own),
        )

    def _is_recalled(self, shown: Any) -> bool:
        """Return whether only a move that was taken back showed the card to the viewer."""
        return not shown.card and shown.place in self.recalled

    def _peek_at(self, shown: Any) -> Choice | None:
        """Return the choice to look at the card; None if the viewer can't, or need not."""
        if self.view.phase != "peek" or self._is_recalled(shown):
            return None
        return next(iter(self.things.at(f"card:{shown.at}").choices), None)

    def _lacks(self, here: Thing) -> tuple[Refusal, ...]:
        """Return why the pawn can't take the card or turn it up; a card that lies face up needs no word."""
        if self.view.phase != "collect" or not self.view.points_left:
            return ()
        return tuple(refusal for refusal in here.refusals if refusal.rule != "flip-1")

    def _is_wanted(self, card: Card | None) -> bool:
        """Return whether a card that the viewer knows is of a kind on their tiles."""
        if card is None or self.me is None or self.me.tiles is None:
            return False
        return card.sub.lower() in self.me.tiles

    def _stands_on(self, shown: Any) -> bool:
        """Return whether the viewer's pawn is on the place."""
        return any(
            player.pawn == shown.place
            for player in self.view.players
            if player.seat == self.board.viewer.seat
        )

    def _says(self, shown: Any, card: Card | None, row: int, column: int) -> str:
        """Return the place in one sentence."""
        if shown.taken_by >= 0:
            what = f"gap: {self._who(shown.taken_by)} took the card"
        elif card is None:
            what = "face-down card"
        else:
            what = f"{card.name}, {'face up' if shown.is_open else 'face down'}"
            what += "" if shown.card else ", known from a move that was taken back"
            what += f", a kind on {self.starred_for} tiles" if self._is_wanted(card) else ""
        cubes = [f"{count} of {self._whose(seat)} cubes" for seat, count in enumerate(shown.cubes) if count]
        pawns = [
            f"{self._whose(player.seat)} pawn" for player in self.view.players if player.pawn == shown.place
        ]
        seen = [] if shown.is_open else self._seen_by(shown.known_to)
        return "; ".join([f"Row {row}, column {column}: {what}", *cubes, *pawns, *seen])

    def _seen_by(self, seats: Sequence[int]) -> list[str]:
        """Return who has looked at a card, the viewer first, as a clause; nothing for nobody."""
        names = [self._who(seat) for seat in sorted(seats, key=self.board.is_mine, reverse=True)]
        has = "has" if len(names) == 1 and names != ["you"] else "have"
        return [f"{get_text_list(names, 'and')} {has} looked at it"] if names else []

    def _corner(self, slug: str) -> Corner:
        pawns = tuple(player.seat for player in self.view.players if player.corner == slug)
        does = next(iter(self.things.at(f"corner:{slug}").choices), None)
        return Corner(slug, slug.replace("-", " "), pawns, does)

    def _plate(self, player: Any) -> Plate:
        tiles = player.tiles
        return Plate(
            seat=self.board.seats[player.seat],
            number=player.seat,
            has_turn=self.view.active == player.seat and self.phase != "over" and self.board.stopped is None,
            supply=player.supply,
            on_field=player.on_field,
            spent=player.spent,
            claimed=sum(player.claimed),
            tiles=None if tiles is None else tuple(self.kinds[tile] for tile in tiles),
            hidden_tiles=self.view.tiles_each if tiles is None else 0,
            corner=player.corner.replace("-", " "),
            turns_left=player.turns_left if self.phase in ("corner", "collect") else 0,
            took=tuple(self.cards.get(self.view.cards[place].card) for place in player.collected),
            score=player.score,
            hidden_by=self._secrecy() if player.score is None else "",
        )

    def _secrecy(self) -> str:
        """Return the address of the rule that hides scores during the collection; empty before it."""
        if self.phase not in ("corner", "collect"):
            return ""
        return rule_url(self.board.title, self.board.edition, HIDING)

    def _dice(self) -> str:
        """Return what was rolled for what, in words; empty where that is over."""
        rolls = [f"{self._who(roll.seat)} {' + '.join(map(str, roll.dice))}" for roll in self.view.dice]
        if not rolls or self.phase not in (*_ROUNDS, "corner"):
            return ""
        if self.phase == "corner":
            return f"Rolled for the first turn: {', '.join(rolls)}."
        peeks = f"Rolled for the peeks: {rolls[-1]}, so {self.view.peeks} for each player."
        return f"Rolled for the order: {', '.join(rolls[:-1])}. {peeks}"

    def _who(self, seat: int) -> str:
        return "you" if self.board.is_mine(seat) else self.names[seat]

    def _whose(self, seat: int) -> str:
        return "your" if self.board.is_mine(seat) else f"{self.names[seat]}’s"

    def _round(self) -> str:
        """Return which round or turn this is, in words, or an empty text."""
        view = self.view
        if self.phase in _ROUNDS:
            return f"round {view.round} of {view.tiles_each}"
        if self.phase != "collect":
            return ""
        left = view.players[view.active].turns_left
        last = ", your last" if left == 1 and self.board.is_mine(view.active) else ""
        return f"turn {view.turns_each - left + 1} of {view.turns_each}{last}"

    def _left(self) -> str:
        """Return what is left of the turn; of somebody else's with the name."""
        if self.phase in ("over", "corner"):
            return ""
        active = self.view.active
        whose = "" if self.board.is_mine(active) else f"{self.names[active]}: "
        return whose + self._left_of_it()

    def _lapses(self) -> str:
        left = self.view.points_left
        return f"{left} action point{'' if left == 1 else 's'} left" if left and self.board.my_turn else ""

    def _left_of_it(self) -> str:
        view = self.view
        if view.phase == "peek":
            bought = 0 if view.may_buy_peek else view.figures.peeks_for_cube
            return f"{view.peeks_left} of {view.peeks + bought} peeks left"
        if view.phase == "collect":
            return f"{view.points_left} of {view.points} action points left"
        if not view.placings_left:
            return f"{_all_cubes(view.figures.placings)} placed or moved"
        return f"{view.placings_left} {'cube' if view.placings_left == 1 else 'cubes'} left to place or move"

    def _hint(self) -> str:
        if not self.board.my_turn:
            return ""
        turns = times(self.view.turns_each, "turn")
        return {
            "peek": self._peeking_hint(),
            "corner": f"Press the corner where your pawn starts. Then you have {turns}.",
            "collect": self._collecting_hint(),
        }.get(self.view.phase, self._placing_hint())

    def _collecting_hint(self) -> str:
        if not self.view.points_left:
            return "You have no action points left. End your turn."
        if any(self._stands_on(shown) and shown.taken_by < 0 for shown in self.view.cards):
            if not self.walks and not any(offer.at.startswith(_HERE) for offer in self.board.legal):
                return "You have too few action points left for anything here. End your turn."
            here = "Choose what to do with the card you stand on"
            return f"{here}, or press another to walk there." if self.walks else f"{here}, or end your turn."
        if not self.walks:
            return "No card is in reach. End your turn."
        return "Press a card to walk there. The number on it is the price in action points."

    def _peeking_hint(self) -> str:
        """Return what peeking asks for, and before it ends, what a cube would still bring."""
        view, supply = self.view, self.me.supply if self.me else 0
        if view.peeks_left and not any(self._peek_at(shown) for shown in view.cards):
            return "No card is left that you may look at. End peeking."
        look = "Press a card to look at it. Only you will see it."
        if not (view.may_buy_peek and supply):
            return (
                look if view.peeks_left > 1 else f"{look} This is your last peek. After it you place cubes."
            )
        if view.peeks_left > 1:
            return look
        cubes = "your last cube" if supply == 1 else f"one of your {supply} cubes"
        figures = view.figures
        more = figures.points_a_cube
        each = "an action point" if more == 1 else times(more, "action point")
        end = times(figures.cube_points, "point")
        keeps = f"Each cube you keep gives you {each} every turn and {end} at the end."
        peeks = "one more peek" if figures.peeks_for_cube == 1 else f"{figures.peeks_for_cube} more peeks"
        last = "This is your last peek." if view.peeks_left else "You have no peeks left."
        return f"{last} You may spend {cubes} for {peeks}, once a round. {keeps}"

    def _placing_hint(self) -> str:
        if not self.picked:
            return "End placing to go on."
        press = "Press a card to place a cube on it"
        if self.picked != SUPPLY:
            press = f"Press the card to which you want to move {_pick_words(self.picked)[0].lower()}"
        if self.phase == "place-again":
            left, each = self.view.placings_left, self.view.figures.placings
            many = (
                f"up to {apnumber(left)} cubes" if left > 1 else "one cube" if each == 1 else "one more cube"
            )
            return f"In this second placing, you may place or move {many}. {press}, or end placing."
        price = times(self.view.figures.own_claim_cost, "action point")
        back = "Taking it back later costs" if self.picked == SUPPLY else "Taking a cube back later costs"
        return f"You may guard cards now. {press}. {back} {price}."


def _all_cubes(placings: int) -> str:
    """Return the cubes of one placing in words."""
    if placings < 3:
        return "Both cubes" if placings == 2 else "One cube"
    return f"All {apnumber(placings)} cubes"


def _pick_words(at: str) -> tuple[str, str]:
    """Return the cube's place in words, in full and in short."""
    if at == SUPPLY:
        return "A cube from your supply", "your supply"
    row, column = at.split(":")[1].split("-")
    return f"The cube in row {row}, column {column}", f"row {row}, col {column}"


_ROUNDS = {"peek", "place", "place-again"}
_HERE = ("card:", "cube:")  # what can be done with the card under the pawn
