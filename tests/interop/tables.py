"""DuckDB, pyarrow and polars read tables of props and JSON lines of a preset as they stand, without being told how.

pyarrow takes types from the first block that it reads, of a megabyte: where no level of it has an offer, it refuses the
first that comes later. So its block is as large as the file.

Usage: tables.py ALL.jsonl LINES.jsonl... PROPS.csv...   with LEVEL.json of the same name beside each table
"""

import json
import sys
from pathlib import Path

import duckdb
import polars
import pyarrow
import pyarrow.csv
import pyarrow.json


def tables(paths):
    rows = 0
    for path in paths:
        wanted = json.loads(path.with_suffix(".json").read_text())
        kinds = wanted["kinds"]
        said = [(prop["kind"], kinds[prop["kind"]]["glyph"], kinds[prop["kind"]]["obstacle"]) for prop in wanted["props"]]
        by_duckdb = duckdb.sql(f"select kind, glyph, obstacle from read_csv('{path}') order by id").fetchall()
        by_arrow = pyarrow.csv.read_csv(path).select(["kind", "glyph", "obstacle"]).to_pylist()
        by_polars = polars.read_csv(path).select("kind", "glyph", "obstacle").rows()
        for reader, got in (
            ("DuckDB", by_duckdb),
            ("pyarrow", [tuple(row.values()) for row in by_arrow]),
            ("polars", by_polars),
        ):
            # A column of digits is read as numbers.
            got = [(kind, str(glyph), obstacle) for kind, glyph, obstacle in got]
            assert got == said, f"{path.name}: {reader} reads {len(got)} of {len(said)} rows, or other ones"
        rows += len(said)
    print(f"{rows} props in {len(paths)} tables: the same for DuckDB, pyarrow and polars")


def said(value):
    """A value without the fields that are null."""
    if isinstance(value, dict):
        return {name: said(field) for name, field in value.items() if field is not None}
    return [said(item) for item in value] if isinstance(value, list) else value


def lines(path):
    wanted = [json.loads(line) for line in path.read_text().splitlines()]
    seeds = [level["seed"] for level in wanted]
    assert all(isinstance(seed, str) for seed in seeds)
    props = [len(level["props"]) for level in wanted]
    whole = pyarrow.json.ReadOptions(block_size=path.stat().st_size)
    by_arrow = pyarrow.json.read_json(path, read_options=whole)
    by_polars = polars.read_ndjson(path, infer_schema_length=None)
    by_duckdb = duckdb.sql(f"select seed, len(props) from read_json('{path}', format = 'newline_delimited')").fetchall()
    assert by_arrow["seed"].to_pylist() == seeds and by_arrow["seed"].type == pyarrow.string()
    assert [len(props) for props in by_arrow["props"].to_pylist()] == props
    assert by_polars["seed"].to_list() == seeds and by_polars["props"].list.len().to_list() == props
    assert [(str(seed), count) for seed, count in by_duckdb] == list(zip(seeds, props))
    # What a level says is what is read, kinds and their values too; what it leaves out is null in a table.
    for level, row in zip(wanted, by_arrow.to_pylist()):
        assert said(row) == said(level), level["seed"]
    print(f"{path.name}: {len(wanted)} levels as JSON lines: the same for DuckDB, pyarrow and polars")


paths = [Path(name) for name in sys.argv[1:]]
lines(paths[0])
for path in paths[1:]:
    if path.suffix == ".jsonl":
        lines(path)
tables([path for path in paths[1:] if path.suffix == ".csv"])
