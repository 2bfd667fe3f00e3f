"""All models of the games app, from its rooms, where Django looks for them."""

from games.analysis.models import Analysis, JudgedDecision
from games.clocks.models import Vacation
from games.coaching.models import Hint
from games.counterfactual.models import CounterfactualMatch, CounterfactualReport
from games.discussion.models import DraftComment, DraftDecision, DraftReport
from games.drafts.models import Draft, DraftProposal, DraftReader, DraftRevision, DraftText, PlaytestAnswer
from games.lab.models import LabReport, LabRequest, LabShard
from games.lessons.models import LessonMark
from games.match_page.models import BugReport
from games.matches.models import (
    ID_LENGTH,
    ID_LETTERS,
    Invitation,
    Match,
    MatchSecret,
    Mute,
    Notice,
    Seat,
    StandingOrder,
    Status,
    Step,
    UndoRequest,
    Watch,
    new_match_id,
)
from games.puzzles.models import SolvedPuzzle
from games.ratings.models import Rating, RatingChange
from games.replay.models import MatchPicture
from games.statistics.models import CardPlays
from games.suggestions.models import SuggestionCandidate, SuggestionSearch
from games.talk.models import ChatMessage, ChatReport, MatchNote, TalkMark

__all__ = [
    "ID_LENGTH",
    "ID_LETTERS",
    "Analysis",
    "BugReport",
    "CardPlays",
    "ChatMessage",
    "ChatReport",
    "CounterfactualMatch",
    "CounterfactualReport",
    "Draft",
    "DraftComment",
    "DraftDecision",
    "DraftProposal",
    "DraftReader",
    "DraftReport",
    "DraftRevision",
    "DraftText",
    "Hint",
    "Invitation",
    "JudgedDecision",
    "LabReport",
    "LabRequest",
    "LabShard",
    "LessonMark",
    "Match",
    "MatchNote",
    "MatchPicture",
    "MatchSecret",
    "Mute",
    "Notice",
    "PlaytestAnswer",
    "Rating",
    "RatingChange",
    "Seat",
    "SolvedPuzzle",
    "StandingOrder",
    "Status",
    "Step",
    "SuggestionCandidate",
    "SuggestionSearch",
    "TalkMark",
    "UndoRequest",
    "Vacation",
    "Watch",
    "new_match_id",
]
