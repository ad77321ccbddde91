//! Classes of the package's Python half, which native code instantiates.

use pyo3::{prelude::*, types::PyType};

/// The class `name` of `module`, one of the package's own. Cost: two look-ups in dictionaries.
pub(crate) fn class<'py>(py: Python<'py>, module: &str, name: &str) -> PyResult<Bound<'py, PyType>> {
    Ok(py.import(module)?.getattr(name)?.cast_into()?)
}
