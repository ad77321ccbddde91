//! What pictures and formats give away can be kept, sent to other threads and shared.

use std::path::Path;

use super::sources::{assert_public_types, free};

free! {
    roomgen_export::ansi::TerminalColors,
    roomgen_export::ansi::AnsiOptions,
    roomgen_export::gif::GifOptions,
    roomgen_export::gif::Animation,
    roomgen_export::gif::AnimationFrame<'static>,
    roomgen_export::gif::AnimationFrames<'static>,
    roomgen_export::picture::GenerationRecord, roomgen_export::png::RunSheet,
    roomgen_export::picture::PictureOptions, roomgen_export::picture::PictureLight,
    roomgen_export::picture::PictureStyle,
    roomgen_export::picture::ink_page::InkPage, roomgen_export::picture::ink_page::InkLayer, roomgen_export::picture::ink_page::InkShape,
    roomgen_export::picture::ink_page::InkLetter, roomgen_export::picture::ink_page::InkSubject,
    roomgen_export::picture::Overlay,
    roomgen_export::picture::Overlays,
    roomgen_export::picture::Picture,
    roomgen_export::picture::ContactSheet, roomgen_export::picture::ContactSheetOptions,
    roomgen_export::picture::ContactSheetSubject<'static>, roomgen_export::picture::SheetLevels,
    roomgen_export::picture::View,
    roomgen_export::picture::Projection,
    roomgen_export::ExportFile,
    roomgen_export::map::TileSheet, roomgen_export::map::TileGaps,
    roomgen_export::map::MapFloor<'static>, roomgen_export::map::MapError,
    roomgen_export::tiled::TiledOptions, roomgen_export::tiled::TilesetPlace,
    roomgen_export::format::FormatKind, roomgen_export::format::LevelExport<'static>,
    roomgen_export::RunFiles,
    roomgen_export::gif::GifError,
    roomgen_export::gltf::SceneError,
    roomgen_export::picture::PictureError,
    roomgen_export::sprite_picture::SpritePictureError,
    roomgen_export::uvtt::UvttOptions, roomgen_export::tiled::TiledEncoding,
}

#[test]
fn all_public_types_are_tested_for_being_sent_and_shared() {
    // The error of a writer may hold what is not safe to use after a panic.
    let io = ["ExportError"];
    assert_public_types(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("src")], FREE, &io);
}
