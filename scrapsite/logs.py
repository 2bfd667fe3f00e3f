"""One log stream for Django, libraries and the site: plain lines in development, JSON in production."""

from __future__ import annotations

import logging.config
import time
from typing import Any

import structlog


def logging_config(*, as_json: bool, level: str) -> None:
    """Send every log record of this process to standard error through structlog."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    logging.config.dictConfig(_stdlib_config(shared, as_json, level))
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


class _Brief(logging.Filter):
    """Takes tracebacks away: what a visitor asked for wrongly is told in a line."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True


class _Seldom(logging.Filter):
    """Lets one record a minute pass: anybody can cause them, and an operator needs to see one."""

    seconds = 60.0
    _last = -seconds

    def filter(self, record: logging.LogRecord) -> bool:
        is_due = time.monotonic() - self._last >= self.seconds
        if is_due:
            self._last = time.monotonic()
        return is_due


def _stdlib_config(shared: list[Any], as_json: bool, level: str) -> dict[str, Any]:
    """Return the dictionary for `logging.config` that formats everything with structlog."""
    # Plain tracebacks, because the pretty ones print local variables, which may be secrets.
    last: list[Any] = [
        structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    ]
    if as_json:
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structlog": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": shared,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
            }
        },
        "filters": {"brief": {"()": _Brief}, "seldom": {"()": _Seldom}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structlog"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "daphne": {"level": "WARNING"},
            "autobahn": {"level": "WARNING"},
            # Visitors' mistakes (404, 422 …) aren't worth a log line.
            "django.request": {"level": "ERROR"},
            "django.security": {"filters": ["brief"]},
            "django.security.DisallowedHost": {"filters": ["brief", "seldom"]},
        },
    }
