"""Make the version of the suite that is shipped: its bounds, its rows, and what tells programs about them.

A version is never edited once it is released: raise `VERSION` in primeparlor/suite/edition.py for a new one.
The first argument says what to make: `rows` makes everything (a few minutes), `about` only what describes the
rows that are there.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from primeparlor.games import GAMES
from primeparlor.suite.edition import FILE, FOLDER, VERSION, compute_digest, format_row
from primeparlor.suite.maker import SuiteMaker, measure_bounds
from primeparlor.suite.row import Label

SCHEMA = FOLDER / "suite.schema.json"
CROISSANT, SUMS = FOLDER / "croissant.json", FOLDER / "SHA256SUMS"
RELEASED = "2026-11-18"
TYPES = {"string": "sc:Text", "integer": "sc:Integer", "number": "sc:Float", "boolean": "sc:Boolean"}
CONTEXT = {  # as every Croissant file has it, version 1.0
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataBiases": "cr:dataBiases",
    "dataCollection": "cr:dataCollection",
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "personalSensitiveInformation": "cr:personalSensitiveInformation",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}


def make_rows() -> None:
    """Measure the bounds and make the rows of every game of ours."""
    bounds, lines = {}, []
    for name in GAMES.ours:
        bounds[name] = measure_bounds(GAMES[name])
        maker = SuiteMaker(GAMES[name], Label(VERSION), bounds[name])
        lines += [format_row(row) for row in maker.make_rows()]
        print(name, bounds[name], dict(maker.counts), file=sys.stderr)
        assert not maker.list_lacking(), name
    write_json("bounds.json", bounds)
    FILE.write_text("".join(lines), encoding="utf-8")


def write_json(name: str, data: object) -> None:
    (FOLDER / name).write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def describe_rows() -> None:
    """Write the checksum of the rows and what Croissant says about them."""
    SUMS.write_text(f"{compute_digest()}  {FILE.name}\n", encoding="utf-8")
    write_json(CROISSANT.name, build_croissant(json.loads(SCHEMA.read_text(encoding="utf-8"))))


def build_croissant(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the description of the rows in Croissant 1.0, with the fields of the schema."""
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "primeparlor-suite",
        "description": schema["description"],
        "version": f"{VERSION}.0.0",
        "datePublished": RELEASED,
        "license": "https://spdx.org/licenses/MIT.html",
        "url": "https://primeparlor.invalid/suite",
        "creator": {"@type": "sc:Organization", "name": "The Prime Parlor founders"},
        "citeAs": f"The Prime Parlor founders: Prime Parlor Suite, version {VERSION}, 2026",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": "rows",
                "name": FILE.name,
                "contentUrl": FILE.name,
                "encodingFormat": "application/jsonlines",
                "sha256": compute_digest(),
            }
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "positions",
                "name": "positions",
                "key": {"@id": "positions/id"},
                "field": [build_field(name, field) for name, field in schema["properties"].items()],
            }
        ],
    }


def build_field(name: str, field: dict[str, Any]) -> dict[str, Any]:
    """Return a column: what has parts, as text."""
    kinds = field.get("type", "string")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    return {
        "@type": "cr:Field",
        "@id": f"positions/{name}",
        "name": name,
        "description": field["description"],
        "dataType": TYPES.get(kind, "sc:Text"),
        "source": {"fileObject": {"@id": "rows"}, "extract": {"column": name}},
    }


if __name__ == "__main__":
    if sys.argv[1:] == ["rows"]:
        make_rows()
    elif sys.argv[1:] != ["about"]:
        sys.exit(__doc__)
    describe_rows()
