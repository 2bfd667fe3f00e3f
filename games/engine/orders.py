"""Standing orders of titles that have none: nothing in them can be decided beforehand."""

from typing import Any

from msgspec import Struct

from games.engine.protocol import OrderOffer


class NoOrder(Struct, frozen=True, tag_field="type", tag="none", forbid_unknown_fields=True):
    """Never given; it only stands where a title must name a type."""


class WithoutOrders:
    """What such a title inherits."""

    order_type: Any = NoOrder

    def orders(self, state: Any, seat: int) -> list[OrderOffer]:
        """Return nothing."""
        return []

    def follow(self, state: Any, seat: int, order: Any) -> Any | None:
        """Return None: there is nothing to follow."""
        return None

    def is_spent(self, state: Any, seat: int, order: Any) -> bool:
        """Say yes."""
        return True
