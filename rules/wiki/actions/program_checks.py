"""What editors say of paragraphs whose words have changed: for the game, and about their source."""

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse

from rules.document.block_fields import quoted
from rules.document.books import Book
from rules.document.errors import Outdated, Refused
from rules.document.text_limits import checked_line
from rules.wiki import program
from rules.wiki.audit import note
from rules.wiki.models import CheckVerdict, Edition, ProgramCheck, Revision
from rules.wiki.permissions import require
from rules.wiki.stored_books import book_of
from scrapsite.common.versions import bump_data_version

Verdicts = Mapping[program.CheckedWords, CheckVerdict]

LONGEST_NOTE = 300
_DEEDS = {
    CheckVerdict.HOLDS: "paragraph/confirmed",
    CheckVerdict.FOLLOW: "paragraph/must-follow",
    CheckVerdict.SOURCE: "paragraph/source-confirmed",
}


def check(user: User, edition: Edition, anchor: str, seen: int, verdict: CheckVerdict, said: str) -> None:
    """Record what *user* says of the paragraph's words in force. *seen:* number of the revision they read.

    About their source they can say it at any time, of the game only when the words have changed.

    *Raises:* BadText; Outdated; Refused; KeyError for an anchor that isn't there.
    """
    require(user, "edit", edition.rulebook)
    said = checked_line(said, LONGEST_NOTE, "The note", "text/long")
    with transaction.atomic():
        locked = Edition.objects.select_for_update(of=("self",)).select_related("rulebook").get(pk=edition.pk)
        revision = Revision.objects.select_related("edition__rulebook").get(pk=locked.head_id or 0)
        if revision.number != seen:
            raise Outdated("Somebody published another revision in the meantime. Read the paragraph again.")
        book = book_of(revision)
        if verdict == CheckVerdict.SOURCE:
            record(user, revision, _of_source(book, [anchor]), said)
            return
        standing = program.standings(book)[anchor]
        if not standing.is_changed:
            raise Refused("This paragraph hasn’t changed since it was checked.", "rules/no-change")
        if standing.is_task and verdict == CheckVerdict.FOLLOW:
            raise Refused("Somebody has already said that the program must follow.", "rules/no-change")
        record(user, revision, {program.words_at(book, anchor): verdict}, said)


def asked(old: Book, new: Book, verdicts: Mapping[str, CheckVerdict]) -> Verdicts:
    """Return the verdicts that publishing *new* after *old* takes.

    *verdicts:* by anchor. *Raises:* Refused when one is missing: *new* changes words that the game goes by.
    """
    wanted = program.unconfirmed(old, new)
    if missing := [words.name for words in wanted if words.anchor not in verdicts]:
        raise Refused(
            f"The game follows {quoted(missing)}. Say whether it does what the new words say, "
            "or the program must follow.",
            "rules/unchecked",
        )
    return {words: verdicts[words.anchor] for words in wanted}


def sourced(new: Book, anchors: Iterable[str]) -> Verdicts:
    """Return what whoever publishes *new* says of its paragraphs at *anchors*: that the source says so.

    Anchors that aren't there, or whose paragraphs name no source, are left out.
    """
    return _of_source(new, (anchor for anchor in anchors if anchor in new.by_anchor))


def _of_source(book: Book, anchors: Iterable[str]) -> Verdicts:
    return {
        program.claim_at(book, anchor): CheckVerdict.SOURCE
        for anchor in anchors
        if book.by_anchor[anchor].claim
    }


def record(user: User | None, revision: Revision, verdicts: Verdicts, said: str = "") -> None:
    """Store what *user* says of paragraphs of *revision*, which is in force. Call it in a transaction."""
    edition = revision.edition
    game = edition.rulebook.game
    for words, verdict in verdicts.items():
        ProgramCheck.objects.create(
            edition=edition,
            anchor=words.anchor,
            digest=words.digest,
            program=words.program,
            verdict=verdict,
            revision=revision,
            author=user,
            note=said,
        )
        page = reverse("rules:program_check", args=[game, edition.slug, words.anchor])
        about = f"{edition}, {words.name}{f': {said}' if said else ''}"
        note(user, _DEEDS[verdict], edition.rulebook, about, page)
    if verdicts:
        transaction.on_commit(bump_data_version)
