//! Compares drawing and furnishing with slow, plain versions.

mod checker;
mod choices;
mod doors;
mod drawing;
mod floors;
mod levels;
mod pictures;
mod placing;
mod planned_props;
mod points;
mod regions;
mod standing;
mod walking;
