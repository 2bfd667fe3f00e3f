"""What can be wrong with something that people write, propose or decide about rules.

RulesError
├── BadText       text/…       words that can't be taken as they are
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
    """The words can't be taken. *block:* the place of the block at fault, counted from 0, if it is one."""

    code = "text/bad"

    def __init__(self, reason: str, code: str = "", block: int | None = None) -> None:
        super().__init__(reason, code)
        self.block = block


class Refused(RulesError):
    """It isn't allowed: by rights, by the state of things, or because games rely on it."""

    code = "rules/refused"


class Outdated(RulesError):
    """What was to be changed has changed meanwhile; nothing was stored."""

    code = "rules/moved"
