"""Static files, read once at the start and compressed when they are first asked for.

Only files found at the start are served, by their exact names: no other path can be reached. A page links the
files of its own version, which never change, so the browser caches them for good. Files of games have no
version: the browser revalidates them each time.
"""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

from primeparlor.web.responses import accepts_gzip

KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}
HTML = "text/html; charset=utf-8"
WORTH_IT = 200  # bytes from which on compressing helps
AGAIN = "no-cache"  # cached but revalidated each time: a new version is seen at once
FOR_GOOD = "max-age=31536000, immutable"  # the content at this URL never changes
NAMING = (".js", ".css")  # files that may link to others


@dataclass(frozen=True)
class StaticFile:
    """One file, plain and compressed."""

    plain: bytes
    kind: str
    cache: str = AGAIN

    @cached_property
    def packed(self) -> bytes | None:
        """The compressed content; None if that is not shorter."""
        packed = gzip.compress(self.plain, 9, mtime=0) if len(self.plain) >= WORTH_IT else self.plain
        return packed if len(packed) < len(self.plain) else None

    @cached_property
    def tag(self) -> str:
        """The hash of the content."""
        return sha256(self.plain).hexdigest()[:32]

    def build_response(self, request: Request, status: int = 200) -> Response:
        """Build the response: the file, or 304 if the browser has it already."""
        packed = self.packed if accepts_gzip(request) else None
        tag = f'"{self.tag}{"-gzip" if packed else ""}"'
        headers = {"ETag": tag, "Cache-Control": self.cache, "Vary": "Accept-Encoding"}
        if status == 200 and _has_tag(tag, request.headers.get("if-none-match", "")):
            return Response(status_code=304, headers=headers, media_type=self.kind)
        if packed:
            headers["Content-Encoding"] = "gzip"
        return Response(packed or self.plain, status, headers, self.kind)


def _has_tag(tag: str, known: str) -> bool:
    tags = (each.strip().removeprefix("W/") for each in known.split(","))
    return known.strip() == "*" or tag in tags


class SiteVersion:
    """A version of the static files, named by a hash of their content."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        all_of_it = b"".join(name.encode() + sha256(data).digest() for name, data in files.items())
        self.name = sha256(all_of_it).hexdigest()[:12]

    def add_version(self, data: bytes) -> bytes:
        """Replace the URLs of static files in a text with those of this version."""
        return data.replace(b"/static/", f"/static/{self.name}/".encode())

    def build_file(self, name: str, data: bytes) -> StaticFile:
        """Build the file of this name."""
        ending = os.path.splitext(name)[1]
        return StaticFile(self.add_version(data) if ending in NAMING else data, KINDS[ending])

    @staticmethod
    def remove_version(name: str) -> str:
        """Remove the version from a name: for a page opened before the server was updated."""
        return re.sub("^[0-9a-f]{12}/", "", name)

    def build_files(self, files: Mapping[str, bytes]) -> dict[str, StaticFile]:
        """Build these files under two names: with this version, and without one."""
        newest = {name: self.build_file(name, data) for name, data in files.items()}
        return newest | {
            f"{self.name}/{name}": replace(file, cache=FOR_GOOD) for name, file in newest.items()
        }


def find_files(folder: str) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of all files in this folder and its subfolders, by URL path."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "_", "node_modules")))
        for name in sorted(names):
            ending = os.path.splitext(name)[1]
            if ending in KINDS and not name.startswith("."):
                path = os.path.join(place, name)
                address = os.path.relpath(path, folder).replace(os.sep, "/")
                with open(path, "rb") as file:
                    yield address, file.read()
