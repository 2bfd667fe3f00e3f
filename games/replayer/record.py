"""The record of a finished match as a file: written, and read strictly. docs/fairness.md describes it."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct

from games.engine import codec
from games.engine.proofs import CURRENT, FIRST

FORMATS = {FIRST: "scrapsite-match-1", CURRENT: "scrapsite-match-2"}
_PINS = ("match", "game", "edition", "engine_version", "cards_hash", "options")
PINS = {FIRST: _PINS, CURRENT: (*_PINS, "bots", "begins")}
_VALUE = re.compile(r"[0-9a-f]{64}\Z")
_FIRST_NONCE = re.compile(r"([0-9a-f]{2}){1,32}\Z")


class NoRecord(Exception):
    """The text isn't the record of a match; the message says why."""


class Mismatch(Exception):
    """The record contradicts itself or the rules; the message says where."""


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """A step. *move*, *events:* JSON text. *draws:* purpose, limit and value of each draw made in it.

    *drawn:* how many draws there were until then. *head:* the newest step that still counts.
    """

    seq: int
    kind: Literal["start", "move", "undo", "ask", "resign", "timeout", "rules"]
    seat: int
    move: str
    events: str
    draws: list[tuple[str, int, int]]
    drawn: int
    head: int
    undoes: int | None
    link: str

    @property
    def linked(self) -> tuple[object, ...]:
        """What its link stands for besides the link before it."""
        undone = "" if self.undoes is None else self.undoes
        told = (self.move, self.events, codec.to_json(self.draws), self.drawn, self.head, undone)
        return (self.seq, self.kind, self.seat, *told)


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A record. *bots*, *begins:* only in version 2: bots by seat as JSON text, and the encoded state, in
    hexadecimal digits, that a practice match begins with.
    """

    format: str
    match: str
    game: str
    edition: str
    engine_version: str
    cards_hash: str
    options: str
    commitment: str
    seed: str
    salt: str
    nonces: list[str]
    steps: list[Step]
    digest: str
    bots: str | None = None
    begins: str | None = None

    @property
    def version(self) -> int:
        return FIRST if self.format == FORMATS[FIRST] else CURRENT

    @property
    def pins(self) -> tuple[str, ...]:
        """What was fixed before the deal, besides the secret."""
        return tuple(getattr(self, name) for name in PINS[self.version])


def write(version: int, pins: Iterable[str], secret: Mapping[str, Any], steps: Iterable[Step]) -> str:
    """Return the record as text, always the same byte for byte.

    *secret:* commitment, seed, salt and nonces, in this order.
    """
    head = {"format": FORMATS[version], **dict(zip(PINS[version], pins, strict=True)), **secret}
    lines = ",\n".join(codec.to_json(step) for step in steps)
    body = f'{codec.to_json(head)[:-1]},"steps":[\n{lines}\n]'
    return f'{body},"digest":"{codec.digest(body.encode())}"}}\n'


def read(data: bytes) -> Record:
    """Return the record in the file. *Raises:* `NoRecord` if it isn't one.

    *Raises:* `Mismatch` if the file isn't, byte for byte, what the site would write, or a value isn't whole.
    """
    try:
        text = data.decode()
        record = codec.from_json(Record, text)
    except Exception as error:
        raise NoRecord(f"This isn't a record of a match: {error}") from error
    if record.format not in FORMATS.values():
        raise NoRecord(f"This isn't a record of a match: its format is {record.format[:40]!r}.")
    _check_values(record)
    secret = {name: getattr(record, name) for name in ("commitment", "seed", "salt", "nonces")}
    if write(record.version, record.pins, secret, record.steps) != text:
        raise Mismatch("The file isn't, byte for byte, as the site writes it.")
    return record


def _check_values(record: Record) -> None:
    if (record.bots is None or record.begins is None) == (record.version != FIRST):
        raise Mismatch("The record has too many or too few fields for its version.")
    values = [record.commitment, record.seed, record.salt, *(step.link for step in record.steps)]
    nonce = _FIRST_NONCE if record.version == FIRST else _VALUE
    whole = all(map(_VALUE.match, values)) and all(map(nonce.match, record.nonces))
    if not whole or not record.steps or not record.nonces:
        raise Mismatch("A value has the wrong length.")
