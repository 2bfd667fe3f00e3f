"""What views read out of a request: whole numbers, and whether htmx asks for a part of the page."""

from django.http import HttpRequest

HIGHEST = 999_999


def whole_number(text: str, *, low: int = 0, high: int = HIGHEST) -> int | None:
    """Return the number that *text* gives in plain digits, None unless it lies from *low* to *high*.

    A text with more digits than *high* is refused unread.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(high))):
        return None
    number = int(text)
    return number if low <= number <= high else None


def is_fragment(request: HttpRequest) -> bool:
    """Say whether htmx asks for a part of the page. It wants the whole page when it restores its history."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and headers.get("HX-History-Restore-Request") != "true"
