"""`help()` of the native classes has the texts of the stub."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import roomgen

STUB = Path(roomgen.__file__).with_name("_native.pyi")
CLASSES = {
    node.name: node
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body
    if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
}


def test_each_member_of_a_native_class_has_the_docstring_of_the_stub() -> None:
    count = 0
    for name, node in CLASSES.items():
        native = getattr(roomgen._native, name)
        for member in node.body:
            if not isinstance(member, ast.FunctionDef) or member.name.startswith("_"):
                continue
            text = ast.get_docstring(member)
            assert text, f"the stub says nothing of {name}.{member.name}"
            assert inspect.getdoc(getattr(native, member.name)) == text, f"{name}.{member.name}"
            count += 1
        listed = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
        unlisted = {member for member in vars(native) if not member.startswith("_")} - listed
        assert not unlisted, f"the stub lacks {unlisted} of {name}"
    assert count > 70


def test_a_native_class_has_its_docstring_and_that_of_its_constructor() -> None:
    for name, node in CLASSES.items():
        said = inspect.getdoc(getattr(roomgen._native, name)) or ""
        constructor = [
            ast.get_docstring(member)
            for member in node.body
            if isinstance(member, ast.FunctionDef) and member.name == "__new__"
        ]
        texts = [ast.get_docstring(node), *constructor]
        assert said == "\n\n".join(text for text in texts if text), name
