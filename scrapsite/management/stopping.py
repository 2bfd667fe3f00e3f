"""Before an update stops matches, it says how many, and goes on only if the operator agrees."""

from __future__ import annotations

from collections.abc import Callable

from django.core.management.base import CommandError, CommandParser
from django.template.defaultfilters import pluralize

from games.matches.actions.new_rules import call_off_waiting, stop_matches, unplayable, waiting

# `make play` passes no options on.
_AGREE = "agree by `.venv/bin/python manage.py prepare --yes`"


def add_yes(parser: CommandParser) -> None:
    """Add the option with which the operator agrees."""
    parser.add_argument("--yes", action="store_true", help="stop matches whose rules the site no longer has")


def stop_after_asking(say: Callable[[str], None], *, yes: bool) -> None:
    """Stop the matches whose rules the site no longer has, and let those go on whose rules are back.

    *Raises:* `CommandError` if any would stop and the operator hasn't agreed; nothing is changed then.
    """
    count, unbegun = (sum(1 for _ in found) for found in (unplayable(), waiting()))
    running = f"{count} running match{pluralize(count, 'es')}"
    open_ones = f"{unbegun} match{pluralize(unbegun, 'es')}"
    if (count or unbegun) and not yes:
        would = [f"{running} would be put on hold"] * bool(count)
        would += [f"{open_ones} without all players would be called off"] * bool(unbegun)
        held = ": then the clocks of those on hold stop, and nobody loses because of it" if count else ""
        raise CommandError(
            f"{' and '.join(would)}, as this version lacks the rules. "
            f"Keep these rules (docs/changing-rules.md), or {_AGREE}{held}."
        )
    if stop_matches() and count:
        say(f"{running} put on hold")
    if call_off_waiting():
        say(f"{open_ones} without all players called off")
