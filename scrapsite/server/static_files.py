"""The storage of the collected static files: joined, named by their content, and compressed.

Our style sheets and scripts import others with lines such as `@import "cards.css";` and
`import "./tips.js";`, which browsers could follow one by one. In collected files the imported
text stands in their place.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, InMemoryStorage, Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

Sources = dict[str, tuple[Storage, str]]

_IMPORT = {
    ".css": re.compile(r'^@import "([^"]+)";\n', re.MULTILINE),
    ".js": re.compile(r'^import "([^"]+)";\n', re.MULTILINE),
}
_ADDRESS = re.compile(r'url\("([^":]+)"\)')
# Of scripts those that have a line of their own: for others one would have to know what is a text.
_COMMENT = {
    ".css": re.compile(r"/\*.*?\*/\s*", re.DOTALL),
    ".js": re.compile(r"^ *//.*\n", re.MULTILINE),
}


class _KnowsAddresses(StaticFilesStorage):
    """A storage that works out each address once: pages ask for some dozens."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._addresses: dict[str, str] = {}

    def url(self, name: str | None, *args: Any, **options: Any) -> str:
        """Return the address of *name*; with arguments, such as `force`, it is worked out anew."""
        known = self._addresses.get(name or "")
        if known is None or args or options:
            known = self._addresses[name or ""] = super().url(name, *args, **options)
        return known


class PlainStorage(_KnowsAddresses):
    """Files as they lie in the repository, for development and tests."""


class SiteStorage(_KnowsAddresses, CompressedManifestStaticFilesStorage):
    """Files that may be kept for ever, because their names change with their content."""

    def post_process(self, paths: Sources, dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Join, rename and compress the files of *paths*, and yield what became of each."""
        yield from super().post_process(with_imports(paths), dry_run=dry_run, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[Any]:
        """Compress the files of *paths*. Only in production also those that came with packages."""
        # The API's page alone would take a quarter of a minute.
        ours = set(_top_folders())
        chosen = (path for path in paths if settings.IN_PRODUCTION or path.partition("/")[0] in ours)
        yield from super().compress_files(chosen)


def with_imports(paths: Sources) -> Sources:
    """Return *paths* with our style sheets and scripts replaced by their joined text."""
    made = InMemoryStorage()
    sources = dict(paths)
    for name, (storage, _) in paths.items():
        if posixpath.splitext(name)[1] in _IMPORT and _is_ours(storage):
            made.save(name, ContentFile(joined(name, lambda part: _text(paths[part])).encode()))
            sources[name] = (made, name)
    return sources


def joined(name: str, read: Callable[[str], str]) -> str:
    """Return the text of the style sheet or script *name*; before it, once, the text of all that it imports.

    *read:* returns the text of a file. Comments are left out; no line of a text in a script begins with `//`.
    """
    kind = posixpath.splitext(name)[1]
    folder = posixpath.dirname(name)
    met: set[str] = set()

    def expand(part: str) -> str:
        if part in met:
            return ""
        met.add(part)
        here = posixpath.dirname(part)
        text = _COMMENT[kind].sub("", read(part))
        if kind == ".css":
            text = _ADDRESS.sub(lambda found: f'url("{_relative(here, found[1], folder)}")', text)
        return _IMPORT[kind].sub(lambda found: expand(posixpath.normpath(f"{here}/{found[1]}")), text)

    return expand(name)


def _relative(here: str, address: str, folder: str) -> str:
    """Return *address*, which is relative to *here*, relative to *folder*."""
    return posixpath.relpath(posixpath.join(here, address), folder)


def _text(source: tuple[Storage, str]) -> str:
    storage, path = source
    with storage.open(path) as file:
        return file.read().decode()


def _is_ours(storage: Storage) -> bool:
    return isinstance(storage, FileSystemStorage) and Path(storage.location) in settings.STATICFILES_DIRS


def _top_folders() -> list[str]:
    return [entry.name for folder in settings.STATICFILES_DIRS for entry in Path(folder).iterdir()]
