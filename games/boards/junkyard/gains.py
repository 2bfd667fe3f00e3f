"""What was put on the Scrapheaps in the newest round that was resolved."""

from collections.abc import Iterable

from games.matches.queries.board import LogLine


def scrapped_lately(log: Iterable[LogLine]) -> dict[int, list[tuple[str, int]]]:
    """Return the cards scrapped since all programs were closed last, by seat: slugs with initiatives."""
    found: dict[int, list[tuple[str, int]]] = {}
    for line in log:
        if line.undone:
            continue
        if line.event["type"] == "programs-closed":
            found = {}
        elif line.event["type"] == "card-scrapped":
            face = line.event["card"]
            found.setdefault(line.seat, []).append((face["card"], face["initiative"]))
    return found
