"""What designers may change in Junkyard, and the editions that come of it."""

from typing import Any, cast

from games.engine.drafting import (
    Ability,
    CardValues,
    Changes,
    EditionValues,
    checked_changes,
)
from games.engine.drafting.source import EditionSource
from games.engine.protocol import EditionInfo
from games.titles.junkyard.drafting.editions import drafted
from games.titles.junkyard.drafting.fields import CARD_TYPES, MORE_ICONS, PARAMETERS, figures_of
from games.titles.junkyard.drafting.limits import check_limits
from games.titles.junkyard.drafting.source import source_of
from games.titles.junkyard.drafting.vocabulary import VOCABULARY
from games.titles.junkyard.edition import Edition, Kind
from games.titles.junkyard.game import JunkyardGame
from games.titles.junkyard.information import information


class JunkyardDrafting:
    """See `games.engine.protocol.Drafting`. *kinds:* whose pictures new cards may have, among others."""

    parameters = PARAMETERS
    card_types = CARD_TYPES
    vocabulary = VOCABULARY

    def __init__(self, kinds: tuple[Kind, ...]) -> None:
        self.icons = tuple(dict.fromkeys([*(kind.icon for kind in kinds), *MORE_ICONS]))

    def values(self, edition: EditionInfo) -> EditionValues:
        rules = _rules_of(edition)
        return EditionValues(
            cards={kind.slug: _values(kind) for kind in rules.kinds},
            parameters={each.key: getattr(rules, each.key) for each in PARAMETERS},
        )

    def edition_from(self, base: EditionInfo, changes: Changes, slug: str) -> EditionInfo:
        """*Raises:* `DraftRefused`."""
        checked = checked_changes(changes, self.values(base), CARD_TYPES, PARAMETERS, VOCABULARY, self.icons)
        edition = drafted(_rules_of(base), checked, slug)
        check_limits(_rules_of(base), edition, checked)
        return information(edition, base=base.slug)

    def source(self, base: EditionInfo, edition: EditionInfo, slug: str) -> EditionSource:
        return source_of(_rules_of(base), _rules_of(edition), slug)


def _rules_of(edition: EditionInfo) -> Edition:
    return cast(JunkyardGame, edition.game).rules


def _values(kind: Kind) -> CardValues:
    does: tuple[dict[str, Any], ...] = tuple(VOCABULARY.write(effect) for effect in kind.effects)
    return CardValues(kind.slug, kind.name, kind.type, kind.icon, figures_of(kind), (Ability(effects=does),))
