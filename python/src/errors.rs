//! Errors as Python raises them: the classes of `roomgen.errors`, with line, column and hint.

use std::{collections::TryReserveError, fmt};

use pyo3::{
    exceptions::PyMemoryError,
    prelude::*,
    types::{PyDict, PyString, PyTuple},
};
use roomgen::{LevelError, PresetError, PresetLoadError, error::Problem, lint::Finding};

use crate::python;

const MODULE: &str = "roomgen.errors";

/// An instance of an error class; if even that fails, the error of the failure.
fn raised<'py>(py: Python<'py>, class: &str, message: &str, details: &[(&str, Bound<'py, PyAny>)]) -> PyErr {
    let make = || {
        let keywords = PyDict::new(py);
        details.iter().try_for_each(|(name, value)| keywords.set_item(name, value))?;
        python::class(py, MODULE, class)?.call((message,), Some(&keywords))
    };
    make().map_or_else(|error: PyErr| error, PyErr::from_value)
}

/// `RequestError`: an argument is out of its range.
pub(crate) fn request(py: Python<'_>, message: impl fmt::Display) -> PyErr {
    raised(py, "RequestError", &message.to_string(), &[])
}

/// `ExpressionError`: an expression with a mistake, in the argument of this name.
pub(crate) fn expression(py: Python<'_>, name: &str, error: &Problem) -> PyErr {
    let mut details = Vec::new();
    let [Ok(line), Ok(column)] = [error.line, error.column].map(|number| number.into_pyobject(py));
    details.extend([("line", line.into_any()), ("column", column.into_any())]);
    if let Some(help) = &error.help {
        details.push(("hint", PyString::new(py, help).into_any()));
    }
    raised(py, "ExpressionError", &format!("{name}: {error:#}"), &details)
}

/// `MemoryError`: arrays that do not fit.
pub(crate) fn memory(error: &TryReserveError) -> PyErr {
    PyMemoryError::new_err(format!("no memory for the arrays: {error}"))
}

/// `PresetError` with all problems. `message` shows them with their places.
fn refused(py: Python<'_>, message: &str, error: &PresetError) -> PyErr {
    let problems = error.problems().iter().map(|problem| self::problem(py, problem)).collect::<PyResult<Vec<_>>>();
    match problems.and_then(|problems| PyTuple::new(py, problems)) {
        Ok(problems) => raised(py, "PresetError", message, &[("problems", problems.into_any())]),
        Err(error) => error,
    }
}

/// The error of a preset's text.
pub(crate) fn preset(py: Python<'_>, error: &PresetError) -> PyErr {
    refused(py, &format!("{error:#}"), error)
}

/// The error of a preset's file: `PresetError` if its text is at fault, else `OSError`.
pub(crate) fn load(py: Python<'_>, error: &PresetLoadError) -> PyErr {
    match error {
        PresetLoadError::Preset { error: problems, .. } => refused(py, &format!("{error:#}"), problems),
        _ => raised(py, "FileError", &error.to_string(), &[]),
    }
}

/// `LevelError`: a text that is no valid level file.
pub(crate) fn level(py: Python<'_>, error: &LevelError) -> PyErr {
    let mut details = Vec::new();
    if let LevelError::Syntax { line, column, .. } = error {
        let [Ok(line), Ok(column)] = [line, column].map(|number| number.into_pyobject(py));
        details.extend([("line", line.into_any()), ("column", column.into_any())]);
    }
    raised(py, "LevelError", &error.to_string(), &details)
}

/// A `Problem` of a preset's text.
pub(crate) fn problem<'py>(py: Python<'py>, problem: &Problem) -> PyResult<Bound<'py, PyAny>> {
    let fields = PyDict::new(py);
    fields.set_item("message", &problem.message)?;
    fields.set_item("hint", &problem.help)?;
    fields.set_item("suggestion", &problem.suggestion)?;
    fields.set_item("line", problem.line)?;
    fields.set_item("column", problem.column)?;
    fields.set_item("end_line", problem.end_line)?;
    fields.set_item("end_column", problem.end_column)?;
    fields.set_item("source_line", &problem.source_line)?;
    fields.set_item("base", &problem.base)?;
    python::class(py, MODULE, "Problem")?.call((), Some(&fields))
}

/// A `Finding` of lint.
pub(crate) fn finding<'py>(py: Python<'py>, finding: &Finding) -> PyResult<Bound<'py, PyAny>> {
    let problem = problem(py, &finding.problem)?;
    python::class(py, MODULE, "Finding")?.call1((finding.code.name(), problem, finding.levels))
}
