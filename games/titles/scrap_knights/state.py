"""The table as columns of small integers: cheap to copy, quick to encode. A card is its number in the box."""

SEATS = 2
HP, START_DISTANCE, MOST_DISTANCE, TOO_HOT = 12, 1, 5, 7
ACTS, BOTS = 6, 3
NONE = -1

OWN, READY_MADE, RANDOM = 0, 1, 2
BUILD, ACT, BOT_WINDOW, TOKENS, ULT_CHOICES, RESOLVE, OVER = 0, 1, 2, 3, 4, 5, 6
PHASES = ("build", "act", "bots", "tokens", "ult", "resolve", "over")
RUNNING, WRECKED, OVERHEATED, CAPPED = 0, 1, 2, 3

# Why a card is at work.
BY_ACT, BY_ULT, BY_BOT, BY_COPY, BY_ATTACK = 0, 1, 2, 3, 4
WHYS = ("act", "ult", "bot", "copy", "attack")

# What is asked in the resolution.
NOTHING, ATTACK_WITH, WARP, RETURN_BOT, DISCARD_ACT = 0, 1, 2, 3, 4
CHOICES = ("", "attack-with", "warp", "return-bot", "discard-act")

FRAME, ARMOR, BLITZ = 0, 1, 2
TOKENS_OF = ("frame-advantage", "armored", "blitz")
