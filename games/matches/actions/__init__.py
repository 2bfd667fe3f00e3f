"""Everything that changes a match. Each action is one transaction; it returns after COMMIT.

All of them raise a `GameError` to refuse, and `Http404` for matches that the user may not see.
"""
