"""Everything that changes a match. Each action is one transaction; it answers after COMMIT.

All of them raise `GameError`s for refusals, and `Http404` for matches the user may not see.
"""
