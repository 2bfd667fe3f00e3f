"""What views read from a request: whole numbers, and whether htmx asks for a part of the page."""

from django.http import HttpRequest

HIGHEST = 999_999


def whole_number(text: str, *, low: int = 0, high: int = HIGHEST) -> int | None:
    """Return the number in *text*, or None unless it is in plain digits and lies between *low* and *high*.

    A text with more digits than *high* is refused without being converted.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(high))):
        return None
    number = int(text)
    return number if low <= number <= high else None


def is_fragment(request: HttpRequest) -> bool:
    """Return whether htmx asks for a part of the page. To restore its history it needs the whole page."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and headers.get("HX-History-Restore-Request") != "true"
