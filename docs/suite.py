"""Make the version of the suite that is shipped: its bounds, its rows, and what tells programs about them.

A version is never edited once it is released: raise `VERSION` in primeparlor/suite/edition.py for a new one.
The first argument says what to make: `rows` makes everything (a few minutes), `about` only what describes the
rows that are there.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from primeparlor.games import GAMES, ROTAS
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
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
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
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}


def make_rows() -> None:
    """Measure the bounds and make the rows of every game of this version."""
    bounds, lines = {}, []
    for name in ROTAS[1]:
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
                "field": [
                    build_field(name, field)
                    for name, field in schema["properties"].items()
                    if field["type"] != "object"
                ],
            }
        ],
    }


def build_field(name: str, field: dict[str, Any]) -> dict[str, Any]:
    """Return a column; of the moves, a column for each of their parts. Objects are left to the schema."""
    about = {"@type": "cr:Field", "@id": f"positions/{name}", "name": name}
    about["description"] = field["description"]
    if "items" not in field:
        return about | build_source(name, field)
    parts = [
        {"@type": "cr:Field", "@id": f"positions/{name}/{part}", "name": part}
        | build_source(name, kind, f"$[*].{part}")
        for part, kind in field["items"]["properties"].items()
    ]
    return about | {"repeated": True, "subField": parts}


def build_source(column: str, field: dict[str, Any], path: str | None = None) -> dict[str, Any]:
    """Return where a column comes from, and its type."""
    kind = field["type"] if isinstance(field["type"], str) else field["type"][0]
    source: dict[str, Any] = {"fileObject": {"@id": "rows"}, "extract": {"column": column}}
    if path is not None:
        source["transform"] = {"jsonPath": path}
    return {"dataType": TYPES["string" if "string" in field["type"] else kind], "source": source}


if __name__ == "__main__":
    if sys.argv[1:] == ["rows"]:
        make_rows()
    elif sys.argv[1:] != ["about"]:
        sys.exit(__doc__)
    describe_rows()
