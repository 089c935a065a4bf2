"""Several files in one, for a download."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """Return a ZIP file that holds these files, by name."""
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)
    return packed.getvalue()
