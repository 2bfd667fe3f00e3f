"""What `make test-scale` runs exists: it named folders that had moved, and so ran nothing at all."""

import pytest

from tests.scale.__main__ import ROOT, SERVICE


@pytest.mark.parametrize("place", SERVICE)
def test_what_runs_on_postgresql_is_there(place: str) -> None:
    assert (ROOT / place).exists()
