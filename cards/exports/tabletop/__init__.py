"""Tabletop Simulator: a list of cards as a saved object, and a whole game as a saved game.

`saved_object.saved_object` and `game.saved_game` return the files, `sheets.pictures` and
`game_pictures.pictures` the pictures that they name. See docs/decisions/0050-exports-that-a-person-starts.md.
"""
