//! Benchmarks of the spatial indices.

mod boxes;
mod props;
mod queries;
mod triangles;

use crate::table::Table;

pub fn run(table: &Table) {
    props::run(table);
    boxes::run(table);
    triangles::run(table);
}
