"""The notebook of a saved game: the rules, the player aids and the credits."""

from cards.exports.lists import CardList
from games.engine.kit import Aid, Kit
from scrapsite.common.links import rule_chapters

# A tab: its title and its words.
Tab = tuple[str, str]


def tabs_of(kit: Kit, cards: CardList) -> list[Tab]:
    """Return the tabs, with the rulebook as it is in force."""
    game, edition = cards.cards[0].game, cards.cards[0].edition
    return [
        *((aid.name, _aid(aid)) for aid in kit.aids),
        *rule_chapters(game, edition),
        ("Credits", "\n\n".join(cards.credits)),
    ]


def _aid(aid: Aid) -> str:
    return "\n".join(line.text if line.rules else f"\n{line.text}" for line in aid.lines).strip()
