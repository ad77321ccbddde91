//! What pictures and formats give away can be kept, sent to other threads and shared.

use std::path::Path;

use super::sources::{assert_public_types, free};

free! {
    roomgen_pictures::ansi::TerminalColors,
    roomgen_pictures::ansi::AnsiOptions,
    roomgen_pictures::gif::GifOptions,
    roomgen_pictures::gif::Animation,
    roomgen_pictures::gif::AnimationFrame<'static>,
    roomgen_pictures::gif::AnimationFrames<'static>,
    roomgen_pictures::picture::GenerationRecord,
    roomgen_pictures::picture::PictureOptions, roomgen_pictures::picture::PictureLight,
    roomgen_pictures::picture::PictureStyle, roomgen_pictures::picture::UnknownStyle,
    roomgen_pictures::picture::ink_page::InkPage, roomgen_pictures::picture::ink_page::InkLayer, roomgen_pictures::picture::ink_page::InkShape,
    roomgen_pictures::picture::ink_page::InkLetter,
    roomgen_pictures::picture::Overlay,
    roomgen_pictures::picture::Overlays,
    roomgen_pictures::picture::Picture,
    roomgen_pictures::picture::ContactSheet, roomgen_pictures::picture::ContactSheetOptions,
    roomgen_pictures::picture::ContactSheetSubject<'static>, roomgen_pictures::picture::SheetLevels, roomgen_pictures::picture::TitledSurvey<'static>,
    roomgen_pictures::picture::View,
    roomgen_pictures::picture::Projection,
    roomgen_formats::ExportFile,
    roomgen_formats::map::TileSheet,
    roomgen_formats::format::FormatKind, roomgen_formats::format::LevelExport<'static>,
    roomgen_formats::format::UnknownFormat,
    roomgen_pictures::gif::GifError,
    roomgen_formats::gltf::SceneError,
    roomgen_pictures::picture::PictureError,
    roomgen_pictures::picture::UnknownOverlay,
    roomgen_pictures::sprite_picture::SpritePictureError,
    roomgen_pictures::picture::UnknownView,
    roomgen_pictures::picture::pieces::TileSheetPicture, roomgen_pictures::picture::pieces::FloorPlace,
    roomgen_pictures::picture::pieces::WallLooks, roomgen_pictures::picture::pieces::TileImageKind,
    roomgen_pictures::picture::pieces::TileImage, roomgen_pictures::picture::pieces::CellTileImages,
    roomgen_pictures::picture::pieces::LevelTileImages<'static>,
}

#[test]
fn all_public_types_are_tested_for_being_sent_and_shared() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    // The error of a writer may hold what is not safe to use after a panic.
    let io = ["ExportError"];
    assert_public_types(&[crates.join("pictures/src"), crates.join("formats/src")], FREE, &io);
}
