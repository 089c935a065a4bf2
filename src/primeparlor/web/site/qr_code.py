"""The QR code of a link, as an SVG: a phone reads the link of a table from another screen."""

from __future__ import annotations

from io import BytesIO

INK, PAPER = "#2a1e2d", "#fffaf0"  # of the pages in light colours; readers want dark on light
BORDER = 4  # modules around it, as the standard asks


def draw_qr_code(address: str) -> bytes:
    """Draw the QR code of this address."""
    import segno

    drawn = BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(drawn, kind="svg", border=BORDER, dark=INK, light=PAPER, xmldecl=False, omitsize=True)
    return drawn.getvalue()
