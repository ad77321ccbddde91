"""Files that appear complete or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from .errors import FileError

__all__ = ["check_new", "file_errors", "path_errors", "replacing", "save"]


def check_new(paths: Sequence[Path], *, overwrite: bool) -> None:
    """Refuses paths in a folder that does not exist, and existing files without `overwrite`.

    Raises `FileError`.
    """
    for path in paths:
        with path_errors(path):
            _check_new(path, overwrite=overwrite)


def _check_new(path: Path, *, overwrite: bool) -> None:
    if not path.parent.is_dir():
        raise FileError(f"there is no folder {str(path.parent)!r} to write {path.name!r} into")
    # `exists` says False of names that no file can have: with null bytes or half surrogates.
    if b"\0" in os.fsencode(path):
        raise FileError(f"{str(path)!r} cannot be used: it has a null byte")
    if path.is_dir():
        raise FileError(f"{str(path)!r} is a folder; a file's name is needed")
    if path.exists() and not overwrite:
        raise FileError(f"{str(path)!r} exists already; overwrite=True replaces it")


@contextmanager
def path_errors(path: Path) -> Iterator[None]:
    """Turns an `OSError`, and the `ValueError` of an impossible name, into a `FileError`."""
    try:
        with file_errors(path):
            yield
    except ValueError as error:
        raise FileError(f"{str(path)!r} cannot be used: {error}") from error


@contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """Turns an `OSError` into a `FileError` that names a path."""
    try:
        yield
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"{str(path)!r} cannot be used: {error}") from error


@contextmanager
def replacing(paths: Sequence[Path]) -> Iterator[list[Path]]:
    """Yields a temporary path beside each path, and renames all of them at the end, in order.

    An exception on the way leaves the paths as they were, and removes the temporary files.
    Raises `FileError` if a file cannot be written or renamed.
    """
    temporary = [path.with_name(f".roomgen-{secrets.token_hex(8)}.tmp") for path in paths]
    try:
        with file_errors(paths[0]):
            yield temporary
            for source, path in zip(temporary, paths, strict=True):
                os.replace(source, path)
    finally:
        for path in temporary:
            path.unlink(missing_ok=True)


def save(files: Sequence[tuple[Path, bytes]], overwrite: bool) -> None:
    """Writes all files, or none of them.

    Raises `FileError` if one cannot be written, or exists and `overwrite` is not set.
    """
    paths = [path for path, _ in files]
    check_new(paths, overwrite=overwrite)
    with replacing(paths) as temporary:
        for path, (_, content) in zip(temporary, files, strict=True):
            path.write_bytes(content)
