//! The pictures that the README shows, made again and compared, pixel by pixel.
//!
//! `BLESS=1 cargo test gallery` writes them; look at them before committing.

use std::{env, fs, path::PathBuf};

use image::ImageReader;
use roomgen::{Generator, Preset, export::png};

/// Each built-in preset at its own size, with a seed that shows it well.
const GALLERY: [(&str, u64); 8] = [
    ("arena", 70),
    ("crypt", 14),
    ("garden", 3),
    ("grove", 37),
    ("library", 1),
    ("mine", 5),
    ("temple", 74),
    ("warehouse", 31),
];

#[test]
fn the_gallery_shows_what_the_program_makes_today() {
    for (name, seed) in GALLERY {
        let preset = Preset::built_in(name).expect("a built-in preset");
        let level = Generator::new(&preset).generate(seed);
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("output").join(format!("{name}.png"));
        if env::var_os("BLESS").is_some_and(|value| value == "1") {
            let bytes = png::write(&level, preset.theme(), png::Options::default()).expect("a picture");
            fs::write(&path, bytes).unwrap_or_else(|error| panic!("{} cannot be written: {error}", path.display()));
            continue;
        }
        let picture = png::render(&level, preset.theme(), png::Options::default()).expect("a picture");
        let shown = ImageReader::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let shown = shown.decode().unwrap_or_else(|error| panic!("{}: {error}", path.display())).into_rgb8();
        assert_eq!((shown.width(), shown.height()), (picture.width(), picture.height()), "{name}");
        // Not assert_eq: a difference would print millions of bytes.
        assert!(shown.as_raw() == picture.bytes(), "{name} looks different; look at it with BLESS=1");
    }
}
