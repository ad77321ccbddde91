//! A procedural roguelike level generator: a preset and a seed become a finished level.
//!
//! Rooms cut by binary space partitioning, a main path from a start room to an end room, bonus rooms hung along it, and in
//! every room formations of props, clipped to the room, clear of doors, and proven walkable.
//!
//! ```
//! use roomgen::{Preset, generate};
//!
//! let preset = Preset::built_in("crypt")?.with_size("96x64".parse()?)?;
//! let level = generate(&preset, 42);
//!
//! let steps = level.distances(level.entry()).get(level.exit());
//! println!("{} rooms; the exit is {steps:?} steps away", level.rooms().len());
//! for prop in level.props_in(level.start().id) {
//!     println!("{} at {}", prop.kind.name, prop.cells);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Three promises, each tested: a seed gives the same level on every platform and for ever, within one
//! [`REVISION`]; every level can be walked with its props in place; and generation is total, in bounded
//! work. A furnished level of 80x50 cells takes 0.02 to 0.14 ms by the built-in presets;
//! `docs/figures.md` has each of them beside other crates.
//!
//! # Stages
//!
//! | stage | consumes | produces |
//! | --- | --- | --- |
//! | [`Preset::parse`] | text | a [`Preset`] that cannot be invalid, or a [`PresetError`] by line and column |
//! | floor plan | rules, random words | a [`FloorPlan`](floorplan::FloorPlan): rooms, passages, main path, tiles |
//! | furnishing | rules, floor plan, random words for each leaf | props |
//! | [`generate`] | all of it, in order | a [`Level`] |
//! | [`export`] | a level | RON, JSON, text, PNG, GIF, SVG, CSV, glTF, maps for Tiled |
//! | [`Level::index`] | a level | a [`PropIndex`](spatial::PropIndex): what stands where, for every frame |
//! | [`Level::octree`] | a level | an [`Octree`](spatial::Octree): the props as boxes in metres, for things that move |
//! | [`mesh`] | a level | triangles in metres |
//! | [`stages`] | a generator and a seed | the level, and a digest of what each stage made |
//! | [`lint`] | text | what loads but cannot be meant |
//! | [`survey`] | many levels | what a preset can express: metrics, their spreads and histograms |
//!
//! # Features
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `cli` (default) | the command line tool; turns on all but `parallel`; a game turns it off |
//! | `json` | level files as JSON (`export::json`); with `png`, maps for Tiled as JSON too |
//! | `gltf` | levels as glTF scenes (`export::gltf`) |
//! | `png` | pictures (`export::picture`, `export::png`) and maps for Tiled (`export::tiled`) |
//! | `ansi` | levels in the colours of a terminal (`export::ansi`); turns on `png` |
//! | `gif` | animations of levels being made (`export::gif`); turns on `png` |
//! | `schema` | a JSON Schema of the preset language (`preset::schema`) |
//! | `parallel` | rooms furnished on all cores, to the same bytes |
//!
//! Level files as RON, text, plans (SVG) and tables of props (CSV) need no feature.

#![forbid(unsafe_code)]
#![deny(missing_docs)]
// No input leads to a panic. Where the compiler cannot see that something always is there, a reason says why.
#![cfg_attr(
    not(test),
    deny(
        clippy::exit,
        clippy::expect_used,
        clippy::panic,
        clippy::panic_in_result_fn,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod buckets;
mod digest;
pub mod error;
pub mod export;
pub mod floorplan;
mod furnish;
mod generate;
pub mod grid;
pub mod interp;
pub mod legible;
pub mod level;
pub mod lint;
pub mod mesh;
pub mod model;
pub mod preset;
mod reproduce;
mod rng;
pub mod stages;
pub mod survey;
pub mod theme;
pub mod trace;
mod weights;
mod work;

#[doc(inline)]
pub use roomgen_spatial as spatial;
#[doc(inline)]
pub use roomgen_spatial::geom;

pub use error::{PresetError, RequestError};
pub use generate::{Generator, REVISION, Request, generate};
pub use geom::{Cell, Direction, Rect, Size};
pub use glam;
pub use level::{Breach, Level, LevelError, Misplaced, Passage, Prop, Room};
pub use model::{DoorKind, Labels, Name, PropKind, RoomKind, RoomShape, Tile};
pub use preset::Preset;
pub use reproduce::{ReproduceError, reproduce, reproduce_traced};
pub use work::Work;
