#!/usr/bin/env python3
"""The public API of the crates, as `cargo doc` shows it, compared with the last accepted listing.

    cargo doc --workspace --no-deps --all-features && .ci/public_api.py
    BLESS=1 .ci/public_api.py       accepts the API as it is

A line for each item, field, variant, method and implementation of a trait, with its types. What the
documentation hides is not listed. The first line has the version of rustdoc: another one may write
types otherwise, so that differences are shown then and no failure.
"""

import difflib
import html
import os
import pathlib
import re
import sys

CRATES = ["roomgen_spatial", "roomgen_text", "roomgen", "roomgen_find", "roomgen_export"]
# Modules of other crates, which they list or answer for themselves.
RE_EXPORTED = {"spatial", "glam"}
ROOT = pathlib.Path(__file__).resolve().parent.parent
LISTING = ROOT / ".ci/public-api.txt"
ITEM = re.compile(r"(struct|enum|union|trait|fn|type|constant|static|macro)\.(\w+)\.html")
# What rustdoc writes for every type, and for those of `Sync`, `Unpin` and so on.
GENERATED = re.compile(r'<h2 id="(synthetic|blanket)-implementations".*?(?=<h2 id=|</section>\s*</div></main>|\Z)', re.S)


def text(markup):
    """Markup as one line of text."""
    plain = html.unescape(re.sub(r"<[^>]*>", "", re.sub(r'<span class="(?:where|comment).*?>', " ", markup)))
    return re.sub(r"([(\[{<]) | (?=[)\]>,])", r"\1", " ".join(plain.split())).replace(",)", ")")


def lines_of(page, path):
    """The lines of one item's page."""
    body = GENERATED.sub("", page[page.find('id="main-content"') :])
    declaration = re.search(r'<pre class="rust item-decl"><code>(.*?)</code></pre>', body, re.S)
    if not declaration:
        return  # A page that leads on to where the item is shown.
    yield f"{path}: {text(declaration.group(1))}"
    for name, header in re.findall(r'<section id="((?:method|tymethod|associated\w+)\.[^"]*)".*?<h4 class="code-header">(.*?)</h4>', body, re.S):
        # Methods of implementations of traits are the trait's.
        if not re.search(r"^[^<]*pub ", header) and name.startswith("method") and "trait." not in path:
            continue
        yield f"{path}: {text(header)}"
    for header in re.findall(r'<section id="impl-[^"]*" class="impl">.*?<h3 class="code-header">(.*?)</h3>', body, re.S):
        if " for " in text(header):
            yield f"{path}: {text(header)}"


def listing():
    docs = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "doc"
    lines, version = set(), ""
    for crate in CRATES:
        if not (docs / crate).is_dir():
            sys.exit(f"{docs / crate} is not there: `cargo doc --workspace --no-deps --all-features` makes it")
        for file in (docs / crate).rglob("*.html"):
            named = ITEM.fullmatch(file.name)
            if named and not RE_EXPORTED & set(file.parent.relative_to(docs).parts[1:]):
                path = "::".join([*file.parent.relative_to(docs).parts, f"{named[1]} {named[2]}"])
                page = file.read_text(encoding="utf-8")
                told = re.search(r'data-rustdoc-version="(\d+\.\d+)', page)
                version = told[1] if told else version
                lines.update(lines_of(page, path))
    return [f"rustdoc {version}", *sorted(lines)]


def main():
    now = "".join(f"{line}\n" for line in listing())
    if os.environ.get("BLESS") == "1":
        LISTING.write_text(now, encoding="utf-8")
        return
    accepted = LISTING.read_text(encoding="utf-8")
    if now != accepted:
        changes = difflib.unified_diff(accepted.splitlines(), now.splitlines(), "accepted", "now", n=0, lineterm="")
        print("\n".join(changes))
        versions = [text.split("\n", 1)[0] for text in (accepted, now)]
        if versions[0] != versions[1]:
            print(f"the listing is of {versions[0]}, the documentation of {versions[1]}: look at the differences above")
            return
        sys.exit("the public API differs from .ci/public-api.txt: BLESS=1 .ci/public_api.py accepts it")
    print(f"the public API is the accepted one: {now.count(chr(10))} lines")


main()
