"""The data version changes with the revision, and only then."""

import pytest

from scrapsite.common.versions import bump_data_version, data_version


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"


def test_it_stays_until_it_is_raised():
    first = data_version()
    assert data_version() == first
    seen = {first}
    for _ in range(5):
        bump_data_version()
        assert data_version() not in seen
        seen.add(data_version())


def test_nothing_is_left_behind(tmp_path):
    bump_data_version()
    bump_data_version()
    assert [path.name for path in (tmp_path / "var").iterdir()] == ["data-version"]
