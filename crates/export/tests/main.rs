//! Pictures and files for other programs, read back by other crates: counts and positions are those
//! of the level.

mod budgets;
mod flat_props;
mod gallery;
mod gltf;
mod godot;
mod ink;
mod ldtk;
#[path = "../../../tests/levels.rs"]
mod levels;
mod lights;
mod manual_pictures;
mod mission;
mod offers;
#[path = "../../../tests/pixels.rs"]
mod pixels;
mod preset_pages;
mod property_names;
mod solid;
#[path = "../../../tests/sources.rs"]
mod sources;
mod stairs;
mod svg;
mod terrain;
mod threads;
#[path = "../../../tests/tier.rs"]
mod tier;
mod tiled_maps;
mod tiled_sheets;
mod uvtt;
