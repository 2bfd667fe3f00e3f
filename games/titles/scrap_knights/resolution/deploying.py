"""Using a BOT, and what that does at once."""

from games.titles.scrap_knights.resolution import links
from games.titles.scrap_knights.resolution.context import ResolutionContext
from games.titles.scrap_knights.state import Play, put


def deploy(context: ResolutionContext, play: Play) -> None:
    """Bring a BOT into play as *play* and carry out what it does when used.

    *Source:* `scrap-knights:bot-1`, `scrap-knights:dd-burst-2`.
    """
    state = context.state
    put(state.used_bots[play.seat], play.card)
    state.plays.append(play)
    links.use_bot(context.edition, state, context.events, play.seat, play.card)
    context.focus(len(state.plays) - 1)
    for effect in context.kind.when_used:
        effect.resolve(context)
