"""Static files as they are served: collected under names that change with their content."""

from __future__ import annotations

import copy
import re
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.test import Client

PAGES = ("/", "/me/", "/accounts/login/", "/cards/", "/rules/", "/matches/", "/nowhere/", "/api/v1/docs")


@pytest.mark.django_db
def test_whatever_pages_and_styles_name_is_collected(
    client: Client, settings: LazySettings, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path
    storages = copy.deepcopy(settings.STORAGES)
    storages["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
    settings.STORAGES = storages
    call_command("collectstatic", verbosity=0, interactive=False)
    for page in PAGES:
        answer = client.get(page)
        assert answer.status_code == (404 if page == "/nowhere/" else 200)
        named = re.findall(r'(?:href|src)="/static/([^"#?]+)', answer.text)
        assert named
        assert [name for name in named if not (tmp_path / name).is_file()] == []
