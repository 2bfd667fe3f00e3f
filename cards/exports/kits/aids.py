"""Player aids as the template draws them."""

from collections.abc import Mapping

from cards.exports.kits.placing import Item
from games.engine.kit import Kit

# Four to a sheet.
WIDTH, HEIGHT = 94.0, 119.0


def aid_items(kit: Kit, title: str, numbers: Mapping[str, str]) -> list[Item]:
    """Return an aid for every player. *numbers:* of the rules in the rulebook, by anchor."""
    return [
        Item(
            WIDTH,
            HEIGHT,
            {
                "kind": "aid",
                "title": title,
                "name": aid.name,
                "lines": [
                    {
                        "words": line.text,
                        "rules": ", ".join(numbers[rule] for rule in line.rules if numbers.get(rule)),
                        "is_head": line.is_head,
                    }
                    for line in aid.lines
                ],
            },
        )
        for aid in kit.aids
        for _ in range(kit.seats)
    ]
