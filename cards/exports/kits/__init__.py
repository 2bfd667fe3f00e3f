"""A whole game to print: its cards dealt into decks, its mats, markers, dice and player aids.

`box.printed(game, edition, finish, numbers)` returns the PDFs. What an edition needs is `games.engine.kit`.
"""
