//! A procedural roguelike level generator: a preset and a seed become a finished level.
//!
#![doc = concat!("![A temple with a lock, its key and a one-way door](", include_str!("first_page.txt"), ")")]
//!
//! A level is cut into rooms by binary space partitioning. A main path leads from a start room to
//! an end room, and bonus rooms hang off it. Every room is furnished with formations of props,
//! clipped to the room, kept clear of doors, and checked to be walkable.
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
//! Three promises, each tested: a seed gives the same level on every platform within one
//! [`REVISION`]; every level can be walked with its props in place; generation cannot fail, and its
//! work is bounded. `docs/promises.md` has the tests, `docs/figures.md` the speed.
//!
//! # Stages
//!
//! | stage | consumes | produces |
//! | --- | --- | --- |
//! | [`Preset::parse`] | text | a checked [`Preset`], or a [`PresetError`] with line and column |
//! | [`Preset::load`] | a file | the same, with the files of its bases |
//! | floor plan | rules, random words | [rooms, passages, path, tiles](floorplan::FloorPlan) |
//! | furnishing | rules, floor plan, random words for each leaf | props |
//! | [`generate`] | all of it, in order | a [`Level`] |
//! | [`export`] | a level | RON, JSON, text, CSV, DOT |
//! | [`Level::index`] | a level | a [`PropIndex`](spatial::PropIndex): props by cell and height |
//! | [`Level::octree`] | a level | an [`Octree`](spatial::Octree): props as boxes in metres |
//! | [`Level::outlines`], [`Level::colliders`] | a level | rings and rectangles of its ground |
//! | [`mesh`] | a level | triangles in metres |
//! | [`sight`] | a level | cells in view, the light on cells, a small map |
//! | [`play`] | a level | what a game asks each turn: steps, ways, locks, secrets |
//! | [`stages`] | a generator and a seed | the level, and a digest of each stage's result |
//! | [`lint`] | text | findings: what loads but is probably a mistake |
//! | [`survey`] | many levels | metrics of what a preset produces, with spreads and histograms |
//!
//! The [`cookbook`] has recipes to copy.
//!
//! # serde
//!
//! [`Level`], [`Origin`](level::Origin), [`Floor`](play::Floor) and its
//! [`FloorState`](play::FloorState), [`Request`],
//! [`PropKind`], [`Tile`], kinds of rooms and doors, shapes, the geometry, [`Grid`](grid::Grid) and
//! [`BitGrid`](grid::BitGrid) implement `Serialize` and `Deserialize`, spelled as in level files.
//! Reading checks every limit; a level's invariants are for [`Level::check`], and readers of files
//! of strangers ([`export`]) test both. It needs a format that describes itself, such as JSON or
//! RON.
//!
//! A level file has two digests: `digest` is that of the level, [`Level::digest`], and
//! `preset_digest` that of the preset's rules, [`Preset::digest`]. The level's says whether two
//! files have the same level; [`export`] says who compares it.
//!
//! # Features
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `schema` | JSON Schemas of presets (`preset::schema`) and of runs (`run::schema`) |
//! | `parallel` | rooms furnished on all cores, with the same bytes as a result |
//!
//! Pictures, maps for Tiled, glTF scenes and SVG plans are in the crate `roomgen-export`; the
//! command line tool is `roomgen-cli`.

#![forbid(unsafe_code)]
#![deny(missing_docs)]
// No input may panic. Where the compiler cannot prove that a value is present, an `allow` states
// why.
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
pub mod check;
pub mod color;
pub mod cookbook;
mod deals;
mod digest;
pub mod error;
pub mod export;
pub mod floorplan;
mod furnish;
mod generate;
pub mod grid;
mod interp;
pub mod level;
pub mod level_file;
pub mod lint;
pub mod mesh;
pub mod model;
mod named;
pub mod play;
mod populate;
pub mod preset;
mod prop_sources;
mod reproduce;
mod rng;
pub mod run;
pub mod sight;
mod spawn;
pub mod stages;
pub mod survey;
pub mod theme;
pub mod trace;
mod weights;
#[doc(hidden)]
pub mod workspace;

use roomgen_text::legible;

#[doc(inline)]
pub use roomgen_spatial as spatial;
#[doc(inline)]
pub use roomgen_spatial::geom;

pub use check::InvariantBreach;
pub use error::{PresetError, PresetLoadError, RequestError};
pub use generate::{Generator, REVISION, Request, generate};
pub use geom::{Cell, Direction, Rect, Size};
pub use glam;
pub use level::{Audience, Key, Level, LockMark, Offer, Passage, PlaceError, Prop, Room};
pub use level_file::LevelError;
pub use model::{DoorKind, KeyUse, Labels, Name, NamedSeed, PropKind, Rerolls, RoomKind, RoomShape, TerrainKind, Tile};
pub use preset::Preset;
pub use prop_sources::PropSources;
pub use reproduce::{Recipe, ReproduceError, reproduce, reproduce_stepwise};
pub use spawn::{SpawnError, Spawned};
pub use trace::PropSource;
