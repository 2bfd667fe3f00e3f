"""Events and viewers: a log is the events folded for one viewer."""

from games.engine.codec import from_json, to_json
from games.engine.events import CardPart, Event, SeatPart
from games.engine.system import MoveTakenBack, Resigned, SystemEvent
from games.engine.viewers import SPECTATOR, Viewer, seat_viewer, viewers


class Peeked(Event, frozen=True, tag="peeked"):
    card: str | None

    def seen_by(self, viewer):
        return self if viewer.seat == self.seat else Peeked(self.rule, self.seat, None)

    def line(self):
        return (SeatPart(self.seat), " looked at ", CardPart(self.card) if self.card else "a card", ".")


def test_a_public_event_is_the_same_for_everyone():
    event = Resigned("end-4", 1)
    assert all(event.seen_by(viewer) is event for viewer in viewers(2))


def test_a_private_field_is_folded_away_for_the_others():
    event = Peeked("look-1", 0, "scout")
    assert event.seen_by(seat_viewer(0)) is event
    for viewer in (seat_viewer(1), SPECTATOR):
        assert "scout" not in to_json(event.seen_by(viewer))
        assert event.seen_by(viewer).line() == (SeatPart(0), " looked at ", "a card", ".")


def test_events_go_round_through_json_by_their_tag():
    for event in (Resigned("end-4", 1), MoveTakenBack("turn-4", 0)):
        assert from_json(SystemEvent, to_json(event)) == event
    assert '"type":"peeked"' in to_json(Peeked("look-1", 0, None))


def test_system_events_read_as_sentences():
    assert Resigned("end-4", 1).line() == (SeatPart(1), " resigned.")
    assert MoveTakenBack("turn-4", 0).line() == (SeatPart(0), " took the last move back.")


def test_a_viewer_is_a_seat_or_the_spectator():
    assert viewers(3) == (Viewer(0), Viewer(1), Viewer(2), SPECTATOR)
    assert [viewer.is_spectator for viewer in viewers(2)] == [False, False, True]
    assert seat_viewer(1) == Viewer(1)
