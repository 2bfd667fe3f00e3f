"""What happens in Scrap Knights, in the past tense, each event with the rule that made it happen."""

from games.titles.scrap_knights.events.chain import (
    ActDiscarded,
    ActsReturned,
    ActsSetAside,
    AttackAdded,
    BlockRaised,
    BotReturned,
    CardCopied,
    CardsShuffledIn,
    CarryBegan,
    ChainLinedUp,
    ChoiceAsked,
    CoinTossed,
    DamageDealt,
    DistanceChanged,
    EffectBegan,
    EffectFailed,
    EffectInterrupted,
    EffectMissed,
    EffectPrevented,
    HandSeen,
    HeatVented,
)
from games.titles.scrap_knights.events.chain import (
    Lined as Lined,
)
from games.titles.scrap_knights.events.chain import (
    missed as missed,
)
from games.titles.scrap_knights.events.secret import (
    TOKEN_NAMES as TOKEN_NAMES,
)
from games.titles.scrap_knights.events.secret import (
    ActChosen,
    ActMarked,
    ActsTakenBack,
    BotPlanned,
    BotRecalled,
    BotsMarked,
    BuildingBegan,
    CardPutBack,
    CardTaken,
    MechBrought,
    MechMarked,
    TokenPlanned,
    TokensMarked,
    UltMarked,
    UltPlanned,
)
from games.titles.scrap_knights.events.secret import (
    Secrets as Secrets,
)
from games.titles.scrap_knights.events.turn import (
    ActRevealed,
    BotDeployed,
    BotsPassed,
    BotUnarmed,
    CardsFlipped,
    GameEnded,
    HeatGained,
    LinkGained,
    LinksLost,
    MechLost,
    MechShown,
    PrepShown,
    TokenGained,
    TokensKept,
    TokenSpent,
    TurnBegan,
    UltTriggered,
    WindowOpened,
)
from games.titles.scrap_knights.events.turn import (
    Arming as Arming,
)

AnyEvent = (
    BuildingBegan
    | CardTaken
    | CardPutBack
    | MechBrought
    | MechMarked
    | MechShown
    | TurnBegan
    | ActChosen
    | ActsTakenBack
    | ActMarked
    | CardsFlipped
    | ActRevealed
    | PrepShown
    | HeatGained
    | LinkGained
    | LinksLost
    | BotUnarmed
    | WindowOpened
    | BotPlanned
    | BotRecalled
    | BotsMarked
    | BotDeployed
    | BotsPassed
    | TokenPlanned
    | TokensMarked
    | TokensKept
    | TokenSpent
    | TokenGained
    | UltPlanned
    | UltMarked
    | UltTriggered
    | CoinTossed
    | ChainLinedUp
    | EffectBegan
    | BlockRaised
    | DamageDealt
    | EffectMissed
    | EffectInterrupted
    | EffectPrevented
    | EffectFailed
    | DistanceChanged
    | HeatVented
    | CardCopied
    | CarryBegan
    | ActsSetAside
    | ActsReturned
    | CardsShuffledIn
    | ChoiceAsked
    | HandSeen
    | AttackAdded
    | BotReturned
    | ActDiscarded
    | MechLost
    | GameEnded
)
