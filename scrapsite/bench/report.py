"""The figures as tables, beside their targets."""

from typing import Any

OF_BARE = 0.8
TIMES_STOCK = 2.0
MOVE_P99 = 150.0
PAGE_MOVES = 150.0
SECOND_START = 4.0
TIMES_FEW = 3.0
FRAGMENT_MS = 4.0
BOARD_QUERIES = 6
ANSWER_BYTES = 12_000
VISIT_BYTES = 150_000
VISIT_REQUESTS = 12
PAINTED_P50, PAINTED_P95 = 100.0, 200.0
FEEDBACK = 50.0
OTHER_P50 = 200.0
CROWD_TIMES = 2.0
CROWD_P95 = 300.0
APPLIED = 20_000
# Moves per second in random playouts. A game that isn't listed should beat python-chess in the same run.
PLAYOUTS = {"junkyard": 8_000, "scrapyard": 8_000, "scrap-knights": 4_000}
BUSY_LOAD = 0.7


def lines(results: dict[str, Any]) -> list[str]:
    """Return the lines of the report."""
    text = _machine_lines(results["machine"])
    for engine in results.get("engine", ()):
        text += [*_engine_lines(engine), ""]
    if "visits" in results:
        text += [*_visit_lines(results["visits"]), ""]
    if "pages" in results:
        text += [*_page_lines(results["pages"]), ""]
    if "moves" in results:
        text += [*_move_lines(results["moves"]), ""]
    if "page moves" in results:
        text += [*_page_move_lines(results["page moves"]), ""]
    if "boards" in results:
        text += [*_board_lines(results["boards"]), ""]
    if "felt" in results:
        text += [*_felt_lines(results["felt"]), ""]
    if "crowd" in results:
        text += [*_crowd_lines(results["crowd"]), ""]
    if "start" in results:
        text += [*_start_lines(results["start"]), ""]
    if "search" in results:
        text += _search_lines(results["search"])
    return text


def _machine_lines(machine: dict[str, Any]) -> list[str]:
    text = [f"Python {machine['python']}, {machine['cores']} cores, load {machine['load']:.1f} at the start"]
    if machine["load"] > BUSY_LOAD:
        text.append("Other programs were running: what needs both cores or the disk comes out too low.")
    return [*text, ""]


def _engine_lines(engine: dict[str, Any]) -> list[str]:
    costs = ", ".join(f"{name} {engine[name]:.1f}" for name in ("clone", "view", "legal", "encode", "decode"))
    aim = PLAYOUTS.get(engine["title"], 0)
    reached = f"  {_verdict(engine['playouts'] >= aim, f'aim {aim:,}')}" if aim else ""
    text = [
        f"Engine: {engine['title']} {engine['edition']}, one core",
        f"  random playouts  {engine['playouts']:>9,.0f} moves/s, legal moves listed each time{reached}",
        f"  applied moves    {engine['applied']:>9,.0f} moves/s"
        f"  {_verdict(engine['applied'] >= APPLIED, f'aim {APPLIED:,}')}",
        f"  microseconds     {costs}",
    ]
    if engine["chess"]:
        ahead = engine["playouts"] / engine["chess"]
        judged = "" if aim else f"  {_verdict(ahead > 1, 'aim: ahead')}"
        text.insert(
            2,
            f"  python-chess     {engine['chess']:>9,.0f} moves/s, the same way  ({ahead:.1f} times{judged})",
        )
    return text


def _visit_lines(visits: dict[str, dict[str, int]]) -> list[str]:
    aim = f"aim: {VISIT_BYTES // 1000} kB, {VISIT_REQUESTS} requests"
    text = ["First visits, over the wire"]
    for name, visit in visits.items():
        met = visit["bytes"] <= VISIT_BYTES and visit["requests"] <= VISIT_REQUESTS
        weight = f"{visit['bytes'] / 1000:>6.1f} kB in {visit['requests']} requests"
        text.append(f"  {name:<11}{weight}  {_verdict(met, aim)}")
    return text


def _page_lines(pages: list[dict[str, Any]]) -> list[str]:
    text = ["Pages a second at 16 connections (p99 in ms)"]
    text.append(f"  {'':<11}{'bytes':>8}{'bare daphne':>18}{'this site':>18}{'stock handler':>18}")
    for page in pages:
        cells = "".join(_cell(page[name]) for name in ("bare", "ours", "stock"))
        ratio = f"{page['of_bare']:.0%} of bare, {page['times_stock']:.1f} times stock"
        aim = (
            "" if page["name"] == "match page" else _verdict(page["of_bare"] >= OF_BARE, f"aim {OF_BARE:.0%}")
        )
        text.append(f"  {page['name']:<11}{page['bytes']:>8,}{cells}  {ratio}  {aim}".rstrip())
        text += _failures(page)
    return text


def _move_lines(moves: dict[str, Any]) -> list[str]:
    ours, ratio = moves["ours"], moves["times_stock"]
    return [
        "Move posts a second at 16 connections, over the JSON API (p99 in ms)",
        f"  {'this site':>18}{'stock handler':>18}",
        f"  {_cell(ours)}{_cell(moves['stock'])}  {ratio:.1f} times stock"
        f"  {_verdict(ratio >= TIMES_STOCK and ours['p99'] < MOVE_P99, 'aim: 2 times, p99 under 150 ms')}",
        f"  median {ours['p50']:.1f} ms and {moves['stock']['p50']:.1f} ms",
        *_failures(moves),
    ]


def _page_move_lines(moves: dict[str, Any]) -> list[str]:
    met = moves["rate"] >= PAGE_MOVES and moves["p99"] < MOVE_P99
    return [
        "Moves by the page a second at 16 connections, each answered with the board (p99 in ms)",
        f"  {_cell(moves)}  {_verdict(met, f'aim: {PAGE_MOVES:.0f}, p99 under {MOVE_P99:.0f} ms')}",
        *([f"    {moves['failed']} answers were errors"] if moves["failed"] else []),
    ]


def _board_lines(boards: list[dict[str, Any]]) -> list[str]:
    names = ("fragment", "page", "again", "page again", "same", "post")
    text = ["Pages of a match: milliseconds of processor time, queries, kB sent as brotli"]
    text.append("  " + " " * 14 + "".join(f"{name:>23}" for name in names))
    for row in boards:
        text.append(f"  {row['title']:<14}" + "".join(_cost(row[name]).rjust(23) for name in names))
        first, most = row["fragment"], max(row["fragment"]["queries"], row["page"]["queries"])
        text.append(
            f"    {_verdict(first['ms'] <= FRAGMENT_MS, f'fragment: {FRAGMENT_MS:.0f} ms')}"
            f" {_verdict(most <= BOARD_QUERIES, f'{BOARD_QUERIES} queries')}"
            f" {_verdict(row['post']['packed'] <= ANSWER_BYTES, f'answer: {ANSWER_BYTES // 1000} kB')}"
        )
    return [
        *text,
        "  fragment, page: the first after the other player's move; again: nothing has changed since;",
        "  same: the page says that it shows the board already",
    ]


def _cost(cost: dict[str, float]) -> str:
    return f"{cost['ms']:.1f} ms {cost['queries']:.0f} q {cost['packed'] / 1000:.1f} kB"


def _felt_lines(felt: dict[str, Any]) -> list[str]:
    text = ["From a press to what a real Chromium shows, milliseconds (p50, p95, most)"]
    if "missing" in felt:
        return [*text, f"  not measured: {felt['missing']}"]
    names = {"painted": "own board", "feedback": "the press", "other": "other's board", "bare": "bare answer"}
    text.append("  " + " " * 14 + "".join(f"{name:>20}" for name in names.values()))
    for game in felt["games"]:
        painted, pressed, other = game["painted"], game["feedback"], game["other"]
        text.append(f"  {game['title']:<14}" + "".join(_waits(game[name]).rjust(20) for name in names))
        is_soon = painted["p50"] <= PAINTED_P50 and painted["p95"] <= PAINTED_P95
        is_light = max(game["bytes"], game["other bytes"]) <= ANSWER_BYTES
        text += [
            f"    {_verdict(is_soon, f'board: {PAINTED_P50:.0f}, {PAINTED_P95:.0f}')}"
            f" {_verdict(pressed['p95'] <= FEEDBACK, f'press: {FEEDBACK:.0f}')}"
            f" {_verdict(other['p50'] <= OTHER_P50, f'other: {OTHER_P50:.0f}')}"
            f"  own board {painted['p50'] / game['bare']['p50']:.1f} times a bare answer",
            f"    {game['bytes'] / 1000:.1f} kB to the mover, {game['other bytes'] / 1000:.1f} to the other"
            f"  {_verdict(is_light, f'at most {ANSWER_BYTES // 1000} kB')}",
            *(f"    asked after a press by the {asked}" for asked in game["asked"]),
            *(f"    asked when loaded by the {asked}" for asked in game["after load"]),
            *([f"    {game['unanswered']} presses showed nothing"] if game["unanswered"] else []),
        ]
    return text


def _crowd_lines(crowd: dict[str, Any]) -> list[str]:
    quiet, flooded = crowd["quiet"], crowd["flooded"]
    times = flooded["all"]["p95"] / quiet["all"]["p95"]
    met = times <= CROWD_TIMES and flooded["all"]["p95"] <= CROWD_P95
    text = [f"{crowd['players']} players in peace and in a flood, milliseconds (p50, p95, most)"]
    for kind in sorted(quiet, key=lambda kind: (kind == "all", kind)):
        cells = "".join(_waits(found[kind]).rjust(26) for found in (quiet, flooded) if kind in found)
        text.append(f"  {kind:<8}{quiet[kind]['count']:>6}{cells}")
    return [
        *text,
        f"  p95 {times:.1f} times  {_verdict(met, f'aim: {CROWD_TIMES:.0f} times, {CROWD_P95:.0f} ms')}",
        f"  the players got {crowd['failed'] or 'no error'}; the flood got {crowd['flood got']}",
    ]


def _waits(found: dict[str, float]) -> str:
    return f"{found['p50']:.0f}, {found['p95']:.0f}, {found['most']:.0f}"


def _start_lines(start: dict[str, float]) -> list[str]:
    met = _verdict(start["second"] <= SECOND_START, f"aim {SECOND_START:.0f} s")
    return [
        "From `make play` to the first page, in seconds",
        f"  with an empty folder {start['first']:.1f}, all set up {start['second']:.1f}  {met}",
    ]


def _search_lines(search: dict[str, Any]) -> list[str]:
    text = [f"Card search: milliseconds among {search['few']:,} and among {search['many']:,} made-up cards"]
    for row in search["questions"]:
        verdict = _verdict(row["times"] <= TIMES_FEW, f"aim: at most {TIMES_FEW:.0f} times")
        times = f"{row['few']:>8.2f}{row['many']:>8.2f}  {row['times']:.1f} times"
        text.append(f"  {row['question']:<16}{times}  {verdict}")
    return text


def _cell(figures: dict[str, Any]) -> str:
    return f"{figures['rate']:>10,.0f} ({figures['p99']:>4,.0f})"[:18].rjust(18)


def _failures(row: dict[str, Any]) -> list[str]:
    failed = {name: row[name]["failed"] for name in ("bare", "ours", "stock") if name in row}
    return [f"    {count} answers of {name} were errors" for name, count in failed.items() if count]


def _verdict(is_met: bool, aim: str) -> str:
    return f"[{aim}: {'met' if is_met else 'MISSED'}]"
