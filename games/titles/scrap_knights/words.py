"""Numbers in words."""

_WORDS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def in_words(number: int) -> str:
    """Return a number as people write it in a sentence; those above twelve in digits."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


def counted(number: int, thing: str) -> str:
    """Return *number* in words with the *thing* that is counted."""
    return f"{in_words(number)} {thing}{'' if number == 1 else 's'}"
