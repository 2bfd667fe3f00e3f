"""Where a paragraph of a rulebook comes from, and how its marks say so.

The line of marks below a paragraph names one of three kinds and, if there is one, the source's section:
`{: #setup-1 .source from="4.1 Junk Piles" }`. Decision 38 says what each kind means.
"""

from dataclasses import dataclass

from rules.document.markup import Rendered

SOURCE, CLARIFICATION, RULING = "source", "clarification", "ruling"

# The kinds as readers see them, with what each of them means.
NAMES = {
    SOURCE: "From the original rules",
    CLARIFICATION: "Follows from the original rules",
    RULING: "This site’s ruling",
}
MEANINGS = {
    SOURCE: "The original rules say so; the words are ours.",
    CLARIFICATION: "The original rules don’t spell it out, but it follows from what they say.",
    RULING: (
        "The original rules are silent or unclear or contradict themselves, or the site needs a rule, "
        "so this site decides."
    ),
}
LONGEST_WHERE = 150
# Markdown would read them as marks of its own, or as the end of ours.
NOT_IN_WHERE = frozenset('"{}[]<>#*_`&\\\n')


@dataclass(frozen=True, slots=True)
class Provenance:
    """*kind:* a key of `NAMES`; empty where nobody has said it yet. *where:* the section of the source."""

    kind: str = ""
    where: str = ""

    @property
    def name(self) -> str:
        """What readers are told; empty where nobody has said it yet."""
        return NAMES.get(self.kind, "")

    @property
    def in_full(self) -> str:
        """What readers are told, with the section of the source if there is one."""
        return ": ".join(words for words in (self.name, self.where) if words)

    @property
    def marks(self) -> str:
        """What the line of marks has for it, with a space before it."""
        kind = f" .{self.kind}" if self.kind else ""
        return f'{kind} from="{self.where}"' if self.where else kind


UNSAID = Provenance()


def provenance_of(rendered: Rendered) -> Provenance:
    """Return what the marks of a block say. Of several kinds, which nobody should write, one counts."""
    kind = next((kind for kind in (RULING, CLARIFICATION, SOURCE) if kind in rendered.classes), "")
    return Provenance(kind, rendered.where)
