"""Every ruling is tested in all editions that have it."""

import pytest

from tests.titles.scrapbots.table import ALL, LATER


@pytest.fixture(params=ALL)
def edition(request: pytest.FixtureRequest) -> str:
    """Each of the three editions."""
    return request.param


@pytest.fixture(params=LATER)
def later(request: pytest.FixtureRequest) -> str:
    """Each edition since 3.6."""
    return request.param
