"""The name under which an export is kept: a digest of all that went into it."""

import hashlib

import msgspec

from cards.exports.drawing import back_of
from cards.exports.kinds import Drawing
from cards.exports.lists import CardList
from cards.exports.look import look_version


def digest_of(cards: CardList, drawing: Drawing) -> str:
    """Return the name under which *drawing* of *cards* is kept; it changes with anything visible."""
    backs = [back_of(game) for game in cards.games]
    told = [drawing.slug, cards.name, cards.credits, cards.cards, backs, drawing.needs(cards), look_version()]
    return hashlib.blake2b(msgspec.json.encode(told), digest_size=12).hexdigest()
