"""A whole game to print: its cards dealt into decks, its mats, markers, dice and player aids.

`box.printed` returns the PDFs, `box.sheets_of` how many sheets they fill. What an edition needs is
`games.engine.kit`.
"""
