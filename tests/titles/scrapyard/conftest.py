"""What Scrapyard's tests share."""

import pytest


@pytest.fixture(params=(2, 3, 4))
def seats(request: pytest.FixtureRequest) -> int:
    """Each number of players."""
    return request.param
