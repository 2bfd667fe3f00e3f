"""What a browser is called, as far as people need it to recognise their own."""

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


def browser_name(user_agent: str) -> str:
    """Return such as “Firefox on Windows”, or “a program” for what is no browser."""
    browser = next((name for word, name in _BROWSERS if f"{word}/" in user_agent), "")
    system = next((name for word, name in _SYSTEMS if word in user_agent), "")
    return f"{browser} on {system}" if browser and system else browser or "a program"
