"""One line of the matrix: an address, and what it answers to whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scrapsite.accounts.guests import WORDS

ROLES = ("visitor", "guest", "player", "opponent", "spectator", "elsewhere")


@dataclass(frozen=True)
class Row:
    """*pattern:* as the resolver has it. *state:* of the match meant, empty where none is.

    *statuses:* in the order of `row.ROLES`; a single one stands for all. 302 means 403 where words are sent.
    *staff:* in the order of `roles.STAFF`, for addresses where they may do more than others. *others:* in
    the order of `roles.OTHERS`, where they aren't answered as a spectator is.
    *path:* a real address of the pattern; `{id}` is the match's, and `{thread}`, `{comment}`, `{report}`,
    `{proposal}`, `{draft}`, `{private}`, `{listed}`, `{deck}`, `{gone}`, `{whole}`, `{public}`, `{feed}`,
    `{stop}`, `{off}`, `{invitation}`, `{said}`, `{muted}` are those of the player.
    *data:* form fields or JSON. *by_address:* a POST needs no CSRF token, for the address itself is secret.
    """

    pattern: str
    method: str
    statuses: str
    state: str = ""
    path: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    staff: str = ""
    others: str = ""
    by_address: bool = False

    @property
    def is_api(self) -> bool:
        return self.pattern.startswith("api/")

    @property
    def is_rules(self) -> bool:
        return self.pattern.startswith("rules/")

    @property
    def address(self) -> str:
        return "/" + (self.path or self.pattern).replace("<str:match_id>", "{id}").replace(
            "<match_id>", "{id}"
        )

    def expected(self, role: int) -> int:
        """Return the status for the role with that number."""
        return self._led(_one_of(self.statuses, role))

    def _led(self, status: int) -> int:
        """Return the status of who is led to signing in: a redirect, but none that loses their words."""
        is_said = self.method == "POST" and any(str(self.data.get(name, "")).strip() for name in WORDS)
        return 403 if status == 302 and is_said else status

    def expected_of_staff(self, role: int) -> int:
        """Return the status for the one of the staff with that number."""
        return _one_of(self.staff, role)

    def expected_of_others(self, role: int) -> int:
        """Return the status for the one of the others with that number."""
        return (
            self._led(_one_of(self.others, role)) if self.others else self.expected(ROLES.index("spectator"))
        )


def _one_of(statuses: str, number: int) -> int:
    found = statuses.split()
    return int(found[number] if len(found) > 1 else found[0])
