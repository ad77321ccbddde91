//! Drawing and furnishing against slow and plain versions of themselves.

mod drawing;
mod placing;
mod regions;
mod walking;
