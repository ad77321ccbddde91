use crate::table::Table;

pub fn run(_table: &Table) {}
