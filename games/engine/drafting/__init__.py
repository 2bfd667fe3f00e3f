"""What a designer may change in an edition: fields with bounds, effects by name, and the changes."""

from games.engine.drafting.changes import (
    LONGEST_TEXT,
    MOST_CHANGES,
    MOST_NEW_CARDS,
    Ability,
    CardChange,
    CardType,
    CardValues,
    Changes,
    EditionValues,
    NewCard,
    RuleParameter,
)
from games.engine.drafting.fields import (
    Choice,
    DraftRefused,
    EffectField,
    Field,
    Flag,
    Number,
    Problem,
    Problems,
    Value,
    rules_of,
)
from games.engine.drafting.figures import AbilityFigure, figures_in, is_alike, with_figures
from games.engine.drafting.reading import checked_changes, read_changes
from games.engine.drafting.source import EditionSource
from games.engine.drafting.vocabulary import Bounds, Verb, Vocabulary, verb

__all__ = [
    "LONGEST_TEXT",
    "MOST_CHANGES",
    "MOST_NEW_CARDS",
    "Ability",
    "AbilityFigure",
    "Bounds",
    "CardChange",
    "CardType",
    "CardValues",
    "Changes",
    "Choice",
    "DraftRefused",
    "EditionSource",
    "EditionValues",
    "EffectField",
    "Field",
    "Flag",
    "NewCard",
    "Number",
    "Problem",
    "Problems",
    "RuleParameter",
    "Value",
    "Verb",
    "Vocabulary",
    "checked_changes",
    "figures_in",
    "is_alike",
    "read_changes",
    "rules_of",
    "verb",
    "with_figures",
]
