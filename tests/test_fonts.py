"""The fonts of a browser that a test starts: those that the tests bring, and none that the machine has."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import font_sets
import pytest
from playwright.sync_api import Browser

SANS, SERIF, MONO = "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono"
WRITTEN = {
    "sans-serif": SANS,
    "system-ui": SANS,
    "'A font that nobody has'": SANS,
    "Arial": SANS,
    "Georgia, serif": SERIF,
    "ui-monospace": MONO,
    "monospace": MONO,
    f"'{font_sets.NARROW}'": font_sets.NARROW,
}


def test_a_page_is_written_in_the_fonts_of_the_tests(browser: Browser) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        words = (f'<p style="font-family: {family}">Prime Parlor</p>' for family in WRITTEN)
        page.set_content("".join(words))
        wire = context.new_cdp_session(page)
        wire.send("DOM.enable")
        wire.send("CSS.enable")
        root = wire.send("DOM.getDocument")["root"]["nodeId"]
        found = wire.send("DOM.querySelectorAll", {"nodeId": root, "selector": "p"})["nodeIds"]
        fonts = [wire.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] for node in found]
    used = [[font["familyName"] for font in of_one] for of_one in fonts]
    assert dict(zip(WRITTEN, used, strict=True)) == {family: [font] for family, font in WRITTEN.items()}


def test_what_the_machine_says_about_fonts_is_not_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FONTCONFIG_SYSROOT", "/elsewhere")
    monkeypatch.setenv("FONTCONFIG_FILE", "/etc/fonts/fonts.conf")
    with font_sets.only(font_sets.TESTED) as environment:
        config = Path(str(environment["FONTCONFIG_FILE"]))
        assert [name for name in environment if name.startswith("FONTCONFIG_")] == ["FONTCONFIG_FILE"]
        folders = [Path(str(one.text)) for one in ElementTree.parse(config).iter("dir")]
        assert folders == [config.parent / "fonts"]
        listed = sorted(path.name for path in folders[0].iterdir())
        assert listed == sorted(Path(file).name for file in font_sets.TESTED.files)
    assert not config.exists()


def test_a_font_that_is_not_installed_is_named() -> None:
    assert font_sets.FontSet(("npm/nowhere.ttf",), {"serif": "Nowhere"}).missing == ["npm/nowhere.ttf"]
