//! Drawing and furnishing against slow and plain versions of themselves.

mod choices;
mod drawing;
mod levels;
mod pictures;
mod placing;
mod regions;
mod walking;
