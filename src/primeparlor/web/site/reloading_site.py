"""The site of `parlor serve --reload`, for authors: a changed file is seen when a page is loaded again."""

from __future__ import annotations

from starlette.requests import Request

from primeparlor.web.metrics import ROUTE
from primeparlor.web.site.pages import FOLDER, STATIC, Site
from primeparlor.web.site.static_files import StaticFile


class ReloadingSite(Site):
    """A site that reads all files again for each page and for each file of a game."""

    def __init__(self, folder: str = FOLDER) -> None:
        super().__init__(folder)
        self._folder = folder
        self._newest = Site(folder)

    def find_file(self, request: Request) -> StaticFile | None:
        """Return the page or file at the URL of this request as it is now, or None."""
        if request.scope[ROUTE] != STATIC:  # these come with the page, in its version
            self._newest = Site(self._folder)
        return self._newest.find_file(request)

    def find_url(self, game: str, name: str) -> str | None:
        """Return the URL of this file of the game's folder, as it was when a page was last loaded."""
        return self._newest.find_url(game, name)
