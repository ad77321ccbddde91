//! The gallery: a picture, an isometric view and a page in ink of each built-in preset, and one
//! animation.
//!
//! They are generated again and compared. `BLESS=1 cargo test gallery` rewrites them in
//! `output/gallery`; look at them before committing.

use std::{env, fs, path::PathBuf};

use roomgen::{Generator, Preset, Request, Size};
use roomgen_export::{
    gif,
    picture::PictureStyle,
    png::{self, Picture, PictureOptions, View},
};

use crate::pixels::Pixels;

/// Built-in presets at their own size, each with a seed that shows it well.
///
/// The cellar is left out, since it serves as an example text.
const GALLERY: [(&str, u64); 10] = [
    ("arena", 7),
    ("caves", 33),
    ("crypt", 10),
    ("garden", 7),
    ("grove", 9),
    ("library", 7),
    ("mine", 6),
    ("sewer", 3),
    ("temple", 3),
    ("warehouse", 6),
];

/// The preset of the animation, its seed and the size of its level in cells, small enough for a
/// page. `roomgen animate` makes any other.
const ANIMATED: (&str, u64, (i64, i64)) = ("crypt", 10, (34, 22));
/// Pixels per cell side in the animation.
const ANIMATED_SCALE: u32 = 8;
/// Pixels per cell side in isometric views.
const ISOMETRIC_SCALE: u32 = 6;
/// Pixels per cell side of pages in ink.
const INK_SCALE: u32 = 14;
/// The limit for all files of the gallery together, which viewers download: some hundred kilobytes
/// for each picture or animation, more for the larger levels.
const MOST_BYTES: u64 = 13_000_000;

#[test]
fn pictures_show_what_the_program_makes_today() {
    for_each(|name, seed, preset| {
        let level = Generator::new(preset).generate(seed);
        let top = PictureOptions { margin: Some(PictureOptions::MARGIN), ..PictureOptions::default() };
        compare_picture(
            "gallery",
            &format!("{name}.png"),
            &png::render(&level, preset.theme(), top).expect("a picture"),
        );
        let isometric = PictureOptions { view: View::Iso, scale: ISOMETRIC_SCALE, ..top };
        compare_picture(
            "gallery",
            &format!("{name}-iso.png"),
            &png::render(&level, preset.theme(), isometric).expect("a picture"),
        );
        let ink = PictureOptions { style: PictureStyle::Ink, scale: INK_SCALE, ..top };
        compare_picture(
            "gallery",
            &format!("{name}-ink.png"),
            &png::render(&level, preset.theme(), ink).expect("a picture"),
        );
    });
}

#[test]
fn the_animation_shows_how_the_program_makes_it_today() {
    let (name, seed, (width, height)) = ANIMATED;
    let size = Size::new(width, height).expect("a size within the limits");
    let preset = Preset::built_in(name).and_then(|preset| preset.with_size(size)).expect("a preset");
    let options = gif::GifOptions { scale: Some(ANIMATED_SCALE), ..gif::GifOptions::default() };
    let animation = gif::write(&preset, Request::new(seed), options).expect("an animation");
    let path = path(&format!("{name}.gif"));
    if is_blessing() {
        fs::write(&path, animation).unwrap_or_else(|error| panic!("{} cannot be written: {error}", path.display()));
        return;
    }
    let shown = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(shown == animation, "{name}.gif is another; look at it with BLESS=1");
}

#[test]
fn the_gallery_is_small_enough_to_be_looked_at() {
    if is_blessing() {
        // The files are being written concurrently.
        return;
    }
    let files = fs::read_dir(path("")).expect("the gallery");
    let bytes: u64 = files.map(|file| file.and_then(|file| file.metadata()).expect("a file").len()).sum();
    assert!((1..=MOST_BYTES).contains(&bytes), "{bytes} bytes");
}

/// Calls `show` for each preset of the gallery, on a thread of its own.
fn for_each(show: impl Fn(&str, u64, &Preset) + Sync) {
    std::thread::scope(|scope| {
        for (name, seed) in GALLERY {
            let show = &show;
            scope.spawn(move || show(name, seed, &Preset::built_in(name).expect("a built-in preset")));
        }
    });
}

/// Compares a picture with a file in a folder of `output`, or writes it when blessing.
pub(crate) fn compare_picture(folder: &str, file: &str, picture: &Picture) {
    let path = path("..").join(folder).join(file);
    if is_blessing() {
        let bytes = png::encode(picture).expect("a picture");
        fs::write(&path, bytes).unwrap_or_else(|error| panic!("{} cannot be written: {error}", path.display()));
        return;
    }
    let shown = Pixels::read(&fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
    assert_eq!(shown.size(), (picture.width(), picture.height()), "{file}");
    // `assert_eq!` would print millions of bytes.
    assert!(shown.bytes == picture.bytes(), "{file} looks different; look at it with BLESS=1");
}

fn path(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../output/gallery").join(file)
}

pub(crate) fn is_blessing() -> bool {
    env::var_os("BLESS").is_some_and(|value| value == "1")
}
