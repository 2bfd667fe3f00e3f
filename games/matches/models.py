"""Matches and their steps. Every step stores the whole state, a few hundred bytes.

Moves, events and results are JSON text made by `games.engine.codec`: only the engine reads them and nothing
searches them, so they need no JSON column.
"""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.engine.proofs import FIRST, VERSIONS

ID_LETTERS = "abcdefghijklmnopqrstuvwxyz23456789"
ID_LENGTH = 10


def new_match_id() -> str:
    """Return a random match id of 10 URL-safe characters: about 51 bits, so nobody can guess it."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


class Status(models.TextChoices):
    """The stage a match is in."""

    OPEN = "open", "waiting for players"
    RUNNING = "running", "running"
    FINISHED = "finished", "finished"
    CANCELLED = "cancelled", "called off"


class Watch(models.TextChoices):
    """Who may watch without a seat."""

    ALL = "all", "everybody who has the link"
    NOBODY = "nobody", "nobody"


class Match(models.Model):
    """A match. *seq:* its newest step, -1 before the deal. *to_act:* seats that must decide now.

    *tick:* the newest step's number when secret steps aren't counted; the same as *seq* if there are none.
    *options*, *result:* JSON text. *bots:* by seat, the bot's name or empty: copied from the seats so that a
    move needn't read them. *bot_to_act:* a bot is among the seats to act.
    *is_listed:* shown in the lobby while a seat is open. *plays_counted:* its cards are in `CardPlays`.
    *name:* given by its maker, may be empty. *is_private:* only players, invited users and those with
    *invite_key* may know of it. *watch:* who else may watch, *watch_delay* seconds late.
    *clock:* JSON text of its clock, fixed like the options. *clocks:* how each seat's clock stands
    (`games.clocks.rules`). *deadline:* when a seat's warning or timeout falls due or, while the match is
    open, when it expires.
    *rematch_of:* the match it repeats. *practice_of*, *practice_seq:* the step it was forked from; only
    *practice_seq* (0) where it began with *position*, one of a rulebook, or `puzzle:` and a puzzle's name.
    *is_rated:* its result counts for the ratings. *ratings_done:* it has been counted.
    *rating_range:* by how many points the joining player's rating may differ from that of the match's
    creator, None for any.
    *stopped_at:* since when it stands still, as the site lost its rules (`games.matches.actions.new_rules`).
    *agreed:* seats that agree to go on by the newest rules. *later_version*, *later_hash:* engine and cards
    by which it goes on since step *later_since*, if they have all agreed.
    *chain:* the link of its newest step (`games.engine.chain`), secret or not.
    """

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_match_id)
    title = models.CharField(max_length=40)
    edition = models.CharField(max_length=40)
    engine_version = models.CharField(max_length=40)
    cards_hash = models.CharField(max_length=64)
    options = models.TextField(default="{}")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    seq = models.IntegerField(default=-1)
    tick = models.IntegerField(default=-1)
    to_act = models.JSONField(default=list)
    bots = models.JSONField(default=list)
    bot_to_act = models.BooleanField(default=False)
    result = models.TextField(blank=True, default="")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="created_matches"
    )
    is_listed = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    plays_counted = models.BooleanField(default=False)
    name = models.CharField(max_length=60, blank=True, default="")
    is_private = models.BooleanField(default=False)
    invite_key = models.CharField(max_length=24, blank=True, default="")
    watch = models.CharField(max_length=6, choices=Watch.choices, default=Watch.ALL)
    watch_delay = models.PositiveIntegerField(default=0)
    clock = models.TextField(blank=True, default="")
    clocks = models.JSONField(default=list, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    rematch_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematches"
    )
    practice_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="practices"
    )
    practice_seq = models.IntegerField(null=True, blank=True)
    position = models.CharField(max_length=40, blank=True, default="")
    is_rated = models.BooleanField(default=False)
    ratings_done = models.BooleanField(default=False)
    rating_range = models.PositiveSmallIntegerField(null=True, blank=True)
    chain = models.CharField(max_length=64, blank=True, default="")
    stopped_at = models.DateTimeField(null=True, blank=True)
    agreed = models.JSONField(default=list, blank=True)
    later_version = models.CharField(max_length=40, blank=True, default="")
    later_hash = models.CharField(max_length=64, blank=True, default="")
    later_since = models.IntegerField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["deadline"], condition=Q(deadline__isnull=False), name="match_due"),
            models.Index(
                fields=["status"], condition=Q(is_rated=True, ratings_done=False), name="match_to_rate"
            ),
            models.Index(
                fields=["-created_at"], condition=Q(status="open", is_listed=True), name="match_in_lobby"
            ),
            models.Index(
                fields=["-updated_at"], condition=Q(status="running", is_listed=True), name="match_to_watch"
            ),
            models.Index(fields=["updated_at"], condition=Q(bot_to_act=True), name="match_bot_to_act"),
            models.Index(
                fields=["updated_at"], condition=Q(status__in=("finished", "cancelled")), name="match_over"
            ),
            models.Index(fields=["status"], condition=Q(plays_counted=False), name="match_plays_to_count"),
            models.Index(fields=["edition"], name="match_of_edition"),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.edition} {self.id}"

    @property
    def rules(self) -> tuple[str, str, str, str]:
        """The rules it is played by now, as the catalogue finds them."""
        version, digest = self.later_version or self.engine_version, self.later_hash or self.cards_hash
        return self.title, self.edition, version, digest

    @property
    def is_practice(self) -> bool:
        """Whether it began where another match, an example, a puzzle or a tutorial stood, not with a deal."""
        return self.practice_seq is not None

    @property
    def is_from_rated(self) -> bool:
        """Whether it is practice from a rated match that isn’t over, in which nobody gets help."""
        origin = self.practice_of
        while origin is not None and origin.practice_of is not None:
            origin = origin.practice_of
        return origin is not None and origin.is_rated and origin.status == Status.RUNNING

    def pins(self) -> tuple[str, ...]:
        """Return what is fixed before the deal, besides the secret, as texts in a lasting order."""
        return (
            self.pk,
            self.title,
            self.edition,
            self.engine_version,
            self.cards_hash,
            self.options,
        )


class Seat(models.Model):
    """A seat of a match: a user's, a bot's (by name), or open if it has neither.

    If it has both, the user resigned or ran out of time, and the bot has taken over.
    *nonce:* random bytes that this seat mixes into the seed.
    *ended_at:* when the match was over, None before. It stands here so that a user's matches that go on are
    found without looking at all that are over.
    *seen:* the newest step its user has seen, -1 for none yet. *seen_at:* when that was.
    *orders*, *own_secret:* no columns: whether it has given standing orders, and how many secret steps it has
    made, where `games.matches.reading` has read the seat.
    """

    orders: bool
    own_secret: int

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.SmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    bot = models.CharField(max_length=20, blank=True, default="")
    nonce = models.BinaryField(default=bytes)
    seen = models.IntegerField(default=-1)
    seen_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        indexes = [models.Index(fields=["user", "ended_at"], name="seat_of_user")]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["match", "user"], name="seat_user_once"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.match_id}"


class MatchSecret(models.Model):
    """The random seed of a match. *played:* the seed mixed with every seat's nonce, empty before the deal.

    *commitment:* shown before the deal. Seed and salt are shown after the end. *version:* how all values are
    made, see `games.engine.proofs`. *pins:* in version 2, JSON text of what else the commitment stands for.
    """

    match = models.OneToOneField(Match, primary_key=True, on_delete=models.CASCADE, related_name="secret")
    seed = models.BinaryField()
    salt = models.BinaryField()
    commitment = models.CharField(max_length=64)
    played = models.BinaryField(default=bytes)
    version = models.SmallIntegerField(default=FIRST, choices=VERSIONS)
    pins = models.TextField(default="[]")

    def __str__(self) -> str:
        return f"secret of {self.match_id}"


class Notice(models.IntegerChoices):
    """Who notices a step. After a quiet step, others may move without having seen it."""

    OWN = 0, "only its seat"
    QUIET = 1, "everybody, in passing"
    ALL = 2, "everybody"


class Step(models.Model):
    """One change of a match, never altered afterwards.

    *tick:* the match's tick after it. The step number that a viewer sees counts only the steps they notice,
    so that nobody can count others' secret steps (`games.matches.numbering`).
    *state:* the game's state after it. *draws:* how many random draws the match has made so far.
    *head:* the newest step that still counts: its own *seq* or, after an undo, an earlier one.
    *undoable:* its seat may take it back, as nothing was revealed and the turn goes on.
    *undoes:* for an undo, the step taken back; all steps between the two are taken back with it.
    A step of kind `rules` ends a time in which the site didn't have the match's rules.
    A step of kind `ask` is an undo request or an answer to one, and changes nothing else.
    *drawn:* JSON text of the random draws made in it, each with purpose, limit and value.
    *link:* its link of the match's chain; empty in matches that began before there were chains.
    *client_move_id:* None for the system and for bots. Ids are unique per seat only: otherwise trying ids
    would reveal another seat's secret steps.
    """

    class Kind(models.TextChoices):
        START = "start"
        MOVE = "move"
        UNDO = "undo"
        RESIGN = "resign"
        TIMEOUT = "timeout"
        ASK = "ask"
        RULES = "rules"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="steps", db_index=False)
    seq = models.IntegerField()
    tick = models.IntegerField()
    notice = models.SmallIntegerField(choices=Notice.choices, default=Notice.ALL)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    seat = models.SmallIntegerField(default=-1)
    client_move_id = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001 (unique when given)
    move = models.TextField(blank=True, default="")
    events = models.TextField()
    state = models.BinaryField()
    draws = models.IntegerField()
    head = models.IntegerField()
    undoable = models.BooleanField(default=False)
    undoes = models.IntegerField(null=True, blank=True)
    drawn = models.TextField(default="[]")
    link = models.CharField(max_length=64, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["match", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="step_seq_once"),
            models.UniqueConstraint(fields=["match", "seat", "client_move_id"], name="step_client_id_once"),
        ]

    def __str__(self) -> str:
        return f"step {self.seq} of {self.match_id}"


class StandingOrder(models.Model):
    """What *seat* wants chosen for it later. *order:* JSON text, which only this seat may see."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="orders")
    seat = models.SmallIntegerField()
    order = models.CharField(max_length=500)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat", "order"], name="order_once")]

    def __str__(self) -> str:
        return f"order {self.pk} of seat {self.seat} of {self.match_id}"


class Invitation(models.Model):
    """An invitation from *by* to *user* to take a seat. *answer:* empty until *user* answers."""

    class Answer(models.TextChoices):
        NONE = "", "not answered"
        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invited")
    answer = models.CharField(max_length=10, choices=Answer.choices, blank=True, default=Answer.NONE)
    created_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="invited_once")]

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.match_id}"


class Mute(models.Model):
    """*user* doesn't want to hear from *muted*: neither table talk nor invitations."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "muted"], name="muted_once")]

    def __str__(self) -> str:
        return f"mute {self.pk}"


class UndoRequest(models.Model):
    """A request of *seat* to take back step *seq*, which all other people have to allow.

    *granted:* seats that have allowed it. There is at most one request for a step.
    """

    class State(models.TextChoices):
        ASKED = "asked"
        GRANTED = "granted"
        REFUSED = "refused"
        WITHDRAWN = "withdrawn"
        OVERTAKEN = "overtaken", "the match went on"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="undo_requests")
    seat = models.SmallIntegerField()
    seq = models.IntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKED)
    granted = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="undo_asked_once")]

    def __str__(self) -> str:
        return f"request to undo step {self.seq} of {self.match_id}"
