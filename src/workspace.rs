//! What other crates of the workspace need, and no game. It may change in any version.

pub use crate::{
    export::text::{
        rows::{TextCell, TextRows, TextSubject},
        shown::{ShownCount, ShownProps},
    },
    interp::{inverse_lerp, lerp, point_on_segment, smoothing},
    mesh::build::{faces_of_box, ground_of},
    model::import_hint::without_import_hints,
    survey::measure::MeasuredLevel,
};
