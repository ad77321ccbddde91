//! The operations of `web/README.md`, asked for as the page does.

mod curves;
mod games;
mod layers;
mod levels;
mod lint;
mod page;
mod pictures;
mod presets;
mod random;
mod refusals;
mod runs;
mod surveys;
