"""The errors of roomgen: all below `Error`, with the place in the text where there is one."""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "Error",
    "ExpressionError",
    "FileError",
    "Finding",
    "LevelError",
    "ManifestError",
    "PresetError",
    "Problem",
    "RequestError",
]


class Problem(NamedTuple):
    """A problem in the text of a preset. Lines and columns are counted from 1."""

    message: str
    """What is wrong, and what was given."""
    hint: str | None
    """What is allowed, or how to mend it."""
    suggestion: str | None
    """The text that was probably meant in place of the offending one."""
    line: int
    column: int
    end_line: int
    end_column: int
    """The place behind the last offending character."""
    source_line: str
    base: str | None
    """The base whose text has the problem; None for the preset's own text."""


class Finding(NamedTuple):
    """Something in a preset that loads but is probably a mistake."""

    code: str
    """The kind of finding, such as "unused-layout"."""
    problem: Problem
    levels: int | None
    """In how many of a thousand sample levels it shows; None if it follows from the text alone."""


class Error(Exception):
    """The base of all errors of roomgen."""

    line: int | None
    """The line of the offending text, from 1; None if no text is at fault."""
    column: int | None
    """The column of the offending text, in characters from 1."""
    hint: str | None
    """What is allowed, or how to mend it."""

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.hint = hint


class RequestError(Error, ValueError):
    """An argument is out of its range. The message names what is allowed."""


class ExpressionError(RequestError):
    """An expression of `Preset.find` has a mistake. The message shows its place with carets."""


class FileError(Error, OSError):
    """A file cannot be read or written."""


class LevelError(Error, ValueError):
    """A text is no level file, or its level breaks an invariant."""


class PresetError(Error, ValueError):
    """A text is no valid preset. The message shows all problems, with the lines and carets.

    `line`, `column` and `hint` are those of the first problem.
    """

    problems: tuple[Problem, ...]
    """All problems, at most fifty: those of the preset's own text first, then those of its bases."""

    def __init__(self, message: str, *, problems: tuple[Problem, ...] = ()) -> None:
        if problems:
            first = problems[0]
            super().__init__(message, line=first.line, column=first.column, hint=first.hint)
        else:
            super().__init__(message)
        self.problems = problems


class ManifestError(Error, ValueError):
    """A manifest cannot be read, or its levels are not those of this generator."""

    seed: int | None
    """The first seed whose level differs; None if that is not known."""
    floor: int | None
    """The floor of that level."""

    def __init__(self, message: str, *, seed: int | None = None, floor: int | None = None) -> None:
        super().__init__(message)
        self.seed = seed
        self.floor = floor
