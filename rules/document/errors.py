"""The errors of what people write, propose or decide about rules.

RulesError
├── BadText       text/…       a text that is not accepted as it is
├── Refused       rules/…      what the rules of the wiki don't allow
└── Outdated      rules/moved  somebody else was faster
"""


class RulesError(Exception):
    """A refusal with a stable *code* and a *reason* that says what to do."""

    code = "rules/error"

    def __init__(self, reason: str, code: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.code = code or self.code


class BadText(RulesError):
    """The text is not accepted. *block:* the place of the block at fault, counted from 0."""

    code = "text/bad"

    def __init__(self, reason: str, code: str = "", block: int | None = None) -> None:
        super().__init__(reason, code)
        self.block = block


class Refused(RulesError):
    """The action isn't allowed: the right is missing, it is too late, or games rely on the present text."""

    code = "rules/refused"


class Outdated(RulesError):
    """Somebody else changed it first. Nothing was stored."""

    code = "rules/moved"
