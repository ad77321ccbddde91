//! File benchmarks: levels against `serde_json` on the same data, pictures against `image`.
//!
//! A large level is written and read; a picture of it is compared with encoding the same pixels.

use std::error::Error;

use image::{
    ExtendedColorType, ImageEncoder,
    codecs::png::{CompressionType, FilterType, PngEncoder},
};
use roomgen::{Generator, Preset, Size, export::json, export::ron};
use roomgen_export::png;
use serde_json::Value;

use crate::{contest::Entrant, table::Table};

/// Bar: a level may take three times as long as `serde_json` takes for its data.
const TEXT: f64 = 1.0 / 3.0;
/// Bar: drawing and encoding a picture may take one and a half times as long as encoding alone.
const PICTURE: f64 = 1.0 / 1.5;
/// Pixels per cell side: sixteen million pixels in all.
const SCALE: u32 = 4;

/// Compares files of a level of the built-in preset `name`.
pub fn run(table: &Table, name: &str) -> Result<(), Box<dyn Error>> {
    let preset = Preset::built_in(name)?.with_size(Size::new(1000, 1000)?)?;
    let level = Generator::new(&preset).generate(1);
    let (as_ron, as_json) = (ron::write(&level), json::write(&level));
    let value: Value = serde_json::from_str(&as_json)?;
    let size = preset.size().to_string();

    // Our output is also laid out for people. The texts differ, so that no checksum is compared.
    let serde_json = || Entrant::new("serde_json", TEXT, || serde_json::to_vec_pretty(&value), |_| 0);
    let ours = Entrant::new("roomgen", 1.0, || ron::write(&level), |_| 0);
    table.contest(&format!("{name}: write RON"), &size, 1, vec![ours, serde_json()]);
    let ours = Entrant::new("roomgen", 1.0, || json::write(&level), |_| 0);
    table.contest(&format!("{name}: write JSON"), &size, 1, vec![ours, serde_json()]);

    // Ours reads to a checked level, `serde_json` only to a tree of values.
    let serde_json = || Entrant::new("serde_json", TEXT, || serde_json::from_str::<Value>(&as_json), |_| 0);
    let ours = Entrant::new("roomgen", 1.0, || ron::read(&as_ron), |_| 0);
    table.contest(&format!("{name}: read RON"), &size, 1, vec![ours, serde_json()]);
    let ours = Entrant::new("roomgen", 1.0, || json::read(&as_json), |_| 0);
    table.contest(&format!("{name}: read JSON"), &size, 1, vec![ours, serde_json()]);

    let options = png::PictureOptions { scale: SCALE, ..png::PictureOptions::default() };
    let picture = png::render(&level, preset.theme(), options)?;
    let ours = Entrant::new("roomgen", 1.0, || png::write(&level, preset.theme(), options), |_| 0);
    let image = Entrant::new("image", PICTURE, || encode(&picture), |_| 0);
    let pixels = format!("{}x{} pixels", picture.width(), picture.height());
    table.contest(&format!("{name}: draw and encode PNG"), &pixels, 1, vec![ours, image]);
    Ok(())
}

/// The same pixels encoded by the crate `image`, with the compression settings that we use.
fn encode(picture: &png::Picture) -> Result<Vec<u8>, image::ImageError> {
    let mut file = Vec::new();
    PngEncoder::new_with_quality(&mut file, CompressionType::Default, FilterType::Adaptive).write_image(
        picture.bytes(),
        picture.width(),
        picture.height(),
        ExtendedColorType::Rgb8,
    )?;
    Ok(file)
}
