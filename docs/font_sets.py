"""The fonts that Chromium gets for tests and for pictures, whatever fonts the machine has.

The Makefile brings the files into `.venv`. A fontconfig file of our own names them, and no others.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from xml.sax.saxutils import escape

BROUGHT = Path(__file__).parents[1] / ".venv"


class FontSet(NamedTuple):
    """Font files, and the family that stands for each generic one: the first also for any other name."""

    files: tuple[str, ...]
    families: Mapping[str, str]

    @property
    def missing(self) -> list[str]:
        """The files that are not installed."""
        return [file for file in self.files if not (BROUGHT / file).exists()]


def _files(pattern: str, *styles: str) -> tuple[str, ...]:
    return tuple(pattern.replace("*", style) for style in styles)


DEJAVU, ARCHIVO = (
    "npm/node_modules/dejavu-fonts-ttf/ttf",
    "npm/node_modules/@expo-google-fonts/archivo-narrow",
)
INTER = "pictures/node_modules/@expo-google-fonts/inter"
MONO = {"monospace": "DejaVu Sans Mono", "ui-monospace": "DejaVu Sans Mono"}
SANS_FILES = _files(
    f"{DEJAVU}/DejaVuSans*.ttf", "", "-Bold", "-Oblique", "-BoldOblique"
)  # with all our signs
SERIF_FILES = _files(f"{DEJAVU}/DejaVuSerif*.ttf", "", "-Bold", "-Italic", "-BoldItalic")
MONO_FILES = _files(f"{DEJAVU}/DejaVuSansMono*.ttf", "", "-Bold")
NARROW_FILES = _files(
    f"{ARCHIVO}/*/ArchivoNarrow_*.ttf",
    "400Regular",
    "400Regular_Italic",
    "500Medium",
    "600SemiBold",
    "700Bold",
)

# Tests see wide letters; those of the layout ask for the narrow family by its name.
WIDE, NARROW = "DejaVu Sans", "Archivo Narrow"
TESTED = FontSet(
    (*SANS_FILES, *SERIF_FILES, *MONO_FILES, *NARROW_FILES),
    {"sans-serif": WIDE, "system-ui": WIDE, "serif": "DejaVu Serif", **MONO},
)
# Pictures show the families that the page asks for first, of those that are free, or their like.
PICTURED = FontSet(
    (
        *_files(f"{INTER}/*/Inter_*.ttf", "400Regular", "500Medium", "600SemiBold", "700Bold"),
        *_files("pictures/rinoh_typeface_texgyrepagella/texgyrepagella-*.otf", "regular", "bold", "italic"),
        *SANS_FILES,
        *MONO_FILES,
    ),
    {"sans-serif": "Inter", "system-ui": "Inter", "serif": "TeX Gyre Pagella", **MONO},
)

CONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
  {aliases}
  <match target="pattern"><edit name="family" mode="append_last"><string>{usual}</string></edit></match>
</fontconfig>
"""
ALIAS = '<alias binding="same"><family>{generic}</family><prefer><family>{family}</family></prefer></alias>'


@contextmanager
def only(fonts: FontSet) -> Iterator[dict[str, str | float | bool]]:
    """The environment of a browser that has these fonts alone, until the end of the block."""
    with TemporaryDirectory() as folder:
        listed = Path(folder) / "fonts"
        listed.mkdir()
        for file in fonts.files:
            (listed / Path(file).name).symlink_to(BROUGHT / file)
        config = Path(folder) / "fonts.conf"
        config.write_text(
            CONFIG.format(
                fonts=escape(str(listed)),
                cache=escape(str(Path(folder) / "cache")),
                aliases="\n  ".join(
                    ALIAS.format(generic=generic, family=family) for generic, family in fonts.families.items()
                ),
                usual=next(iter(fonts.families.values())),
            ),
            encoding="utf-8",
        )
        # Whatever else the machine sets for fontconfig would add fonts or move these paths.
        others = {name: value for name, value in os.environ.items() if not name.startswith("FONTCONFIG_")}
        yield {**others, "FONTCONFIG_FILE": str(config)}
