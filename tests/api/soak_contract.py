"""Requests made up from the API's own description: no server error, and no answer it doesn't describe."""

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from scrapsite.accounts.tokens import issue_token
from scrapsite.api import api
from scrapsite.common.players import new_guest

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]

# Refusals of what the description allows. The rest of a request's rules are the games', and a language to
# search in, which no description tells: those have codes of their own.
NOT_AS_DESCRIBED = ("request/", "http/")


def valid_requests_are_taken(ctx, response, case) -> None:
    """Check that a request that fits the description isn't refused as one that doesn't."""
    is_valid = case.meta is not None and case.meta.generation.mode is GenerationMode.POSITIVE
    if is_valid and response.status_code in (400, 413, 422):
        refused = response.json()
        if refused["code"] == "request/key-reused":  # another made-up request had the same key
            return
        assert not refused["code"].startswith(NOT_AS_DESCRIBED), refused


CHECKS.append(valid_requests_are_taken)
schema = schemathesis.openapi.from_dict(api.get_openapi_schema())
schema.app = get_wsgi_application()


@pytest.fixture
def token(transactional_db, settings):
    settings.RATE_LIMIT_FACTOR = 0
    settings.ALLOWED_HOSTS = ["*"]
    return issue_token(new_guest())


def ask(case, token):
    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}  # it unpacks no answers
    case.call_and_validate(headers=headers, checks=CHECKS)


@pytest.mark.soak(seconds=20)
@schema.parametrize()
@hypothesis_settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_api_answers_as_it_says(case, token):
    ask(case, token)
