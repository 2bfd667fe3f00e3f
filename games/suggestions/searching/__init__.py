"""The search itself: what is wanted, which figures may move, what to try next, and when to stop. Pure."""
