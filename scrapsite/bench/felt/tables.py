"""What a player in a hurry presses in each game: the first thing in sight that one of the selectors names.

A second selector, after " if ", names what has to be there as well.
"""

_EMPTY = ".program__register.is-active:not(:has(.program__back))"

PRESSED = {
    "junkyard": [
        "[data-sure]",
        ".junk-place[open] button",
        ".junk-place > summary",
        "#board button.can-act, .junk__asked button",
        f"{_EMPTY} .program__put",
        f"a.program__press if {_EMPTY}",
        ".actions__end",
    ],
    "scrap-knights": [
        "[data-sure]",
        ".asking__choices button",
        "#board:not(:has(.actions__end)) .ready-made",
        ".act__go",
        ".actions__end",
    ],
    "scrapbots": [
        "[data-sure]",
        ".drop",
        "details[data-thing][open] .tray__choice",
        ".deed--whole",
        "#board details[data-thing].can-act:not([open]) > summary",
        "#end-turn",
    ],
    "scrapyard": [
        "[data-sure]",
        ".corner__press",
        ".here button[form=moves]",
        ".plot.can-act:not(.is-known):not(:has(.cube)) button",
        ".actions__end",
    ],
}
