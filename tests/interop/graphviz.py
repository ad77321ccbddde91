"""GraphViz reads our graphs: graphviz.py LEVEL.dot... with LEVEL.json beside each.

Each room is a node that names its keys, each passage an edge with its direction, its lock and what it saves. GraphViz says nothing on
standard error.
"""

import html
import json
import pathlib
import re
import subprocess
import sys

# The colour of edges without a lock.
INK = "#3b3740"


def laid_out(text):
    run = subprocess.run(["dot", "-Tjson"], input=text, capture_output=True, text=True, check=True)
    assert not run.stderr, run.stderr
    return json.loads(run.stdout)


def compare(path):
    text, level = path.read_text(), json.loads(path.with_suffix(".json").read_text())
    graph = laid_out(text)
    nodes, edges = graph["objects"], graph["edges"]
    assert sorted(int(node["name"]) for node in nodes) == [room["id"] for room in level["rooms"]]
    # GraphViz numbers nodes in the order of the text.
    names = {node["_gvid"]: int(node["name"]) for node in nodes}
    assert len(edges) == len(level["passages"])
    found = sorted((sorted([names[edge["tail"]], names[edge["head"]]]), edge["dir"] == "forward") for edge in edges)
    assert found == sorted((sorted(passage["rooms"]), passage.get("one_way") is not None) for passage in level["passages"])
    # Two rooms have one passage at the most.
    edge_of = {tuple(sorted([names[edge["tail"]], names[edge["head"]]])): edge for edge in edges}
    for passage in level["passages"]:
        edge = edge_of[tuple(sorted(passage["rooms"]))]
        label = html.unescape(edge.get("label", "") + edge.get("taillabel", ""))
        lock, one_way, saves = (passage.get(name) for name in ("lock", "one_way", "saves"))
        assert one_way in (None, names[edge["tail"]]), (edge, passage)
        assert (edge["color"] != INK) == (lock is not None), (edge, passage)
        assert lock is None or f" {lock}<" in label, (label, passage)
        assert [int(number) for number in re.findall(r"saves (\d+)<", label)] == [saves] * (saves is not None), (label, passage)
    for key in level.get("keys", []):
        [label] = [node["label"] for node in nodes if int(node["name"]) == key["room"]]
        assert key["name"] in html.unescape(label), (key, label)
    return len(nodes), len(edges)


def main(paths):
    sums = [compare(pathlib.Path(path)) for path in paths]
    rooms, passages = (sum(column) for column in zip(*sums))
    print(f"graphviz: {len(paths)} graphs, {rooms} rooms, {passages} passages")


main(sys.argv[1:])
