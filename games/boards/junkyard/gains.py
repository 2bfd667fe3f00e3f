"""What was put on the Scrapheaps in the newest round that was resolved."""

from games.matches.queries.board import Board


def scrapped_lately(board: Board) -> dict[int, list[tuple[str, int]]]:
    """Return the cards scrapped since all programs were closed last, by seat: slugs with initiatives.

    Empty if the log of *board* doesn’t go back as far as that.
    """
    found: dict[int, list[tuple[str, int]]] = {}
    is_whole = not board.log_cut
    for line in board.log:
        if line.undone:
            continue
        if line.event["type"] == "programs-closed":
            found, is_whole = {}, True
        elif line.event["type"] == "card-scrapped":
            face = line.event["card"]
            found.setdefault(line.seat, []).append((face["card"], face["initiative"]))
    return found if is_whole else {}
