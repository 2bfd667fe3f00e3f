"""What a title inherits that has no standing orders, no reconsider and no plans for its bots."""

from typing import Any

from msgspec import Struct

from games.engine.protocol import Offer, OrderOffer


class NoOrder(Struct, frozen=True, tag_field="type", tag="none", forbid_unknown_fields=True):
    """Never given; it only stands where a title must name a type."""


class Simple:
    """Nothing of a title can be decided beforehand or thought over again, and bots look one move ahead."""

    order_type: Any = NoOrder

    def reconsider(self, state: Any, seat: int) -> list[Offer]:
        """Return nothing."""
        return []

    def advise(self, state: Any, seat: int) -> Any | None:
        """Return None."""
        return None

    def orders(self, state: Any, seat: int) -> list[OrderOffer]:
        """Return nothing."""
        return []

    def follow(self, state: Any, seat: int, order: Any) -> Any | None:
        """Return None: there is nothing to follow."""
        return None

    def is_spent(self, state: Any, seat: int, order: Any) -> bool:
        """Say yes."""
        return True
