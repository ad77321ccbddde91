//! Errors of the picture of sprites beside a preset, and what it gives.

use roomgen::{
    Preset,
    error::{PresetError, Problem},
    preset::BasePreset,
    theme::{Sprite, SpritePicture},
};

use super::{Case, case};

/// A case with a problem in the field `sprites`.
macro_rules! in_sprites {
    ($given:literal, $message:literal, $help:literal) => {
        case(concat!("(name: \"a\", sprites: ", $given, ")"), $message, $help)
    };
}

/// A case with a problem in the sprite of a kind, of a preset with a picture.
macro_rules! in_kind {
    ($given:literal, $message:literal, $help:literal) => {
        case(
            concat!(
                "(name: \"a\", sprites: (file: \"my.png\", names: {\"urn\": \"1,0\"}), \
                 props: {\"r\": (glyph: 'r', color: \"#000000\", sprite: ",
                $given,
                ")})"
            ),
            $message,
            $help,
        )
    };
}

/// What is wrong whether or not the picture is read.
const CASES: &[Case] = &[
    in_sprites!("«5»", "expected the file of a picture, alone or with its grid, found `5`", "`\"my.png\"`"),
    in_sprites!("«(»side: 16)", "the field `file` is missing", ""),
    in_sprites!("(file: \"my.png\", «sides»: 16)", "unknown field \"sides\"", "did you mean `side`?"),
    in_sprites!("(file: \"my.png\", side: «3»)", "3 is out of range", "allowed: 4 to 128"),
    in_sprites!("(file: \"my.png\", side: «129»)", "129 is out of range", "allowed: 4 to 128"),
    in_sprites!("(file: \"my.png\", transparent: «\"pink\"»)", "\"pink\"", ""),
    in_sprites!("(file: \"my.png\", transparent: «5»)", "expected", ""),
    in_sprites!("(file: \"my.png\", margin: «-1»)", "-1 is out of range", "allowed: 0 to 64"),
    in_sprites!("(file: \"my.png\", spacing: «65»)", "65 is out of range", "allowed: 0 to 64"),
    in_sprites!("(file: \"my.png\", names: {\"urn\": «\"one\"»})", "\"one\" names no cell", "`\"3,2\"` is the cell"),
    in_sprites!("(file: \"my.png\", names: {\"urn\": «\"1,0,0x1\"»})", "\"1,0,0x1\" names no cell", ""),
    in_sprites!("(file: \"my.png\", names: {«\"a/b\"»: \"1,0\"})", "\"a/b\" cannot be the name of a cell", "built-in"),
    in_sprites!("(file: \"my.png\", names: {«\"1,1\"»: \"1,0\"})", "\"1,1\" cannot be the name of a cell", ""),
    in_sprites!(
        "(file: \"my.png\", names: {\"urn\": \"1,0\", «\"urn\"»: \"0,0\"})",
        "the name \"urn\" is given twice",
        ""
    ),
    in_sprites!("(file: \"my.png\", names: «[]»)", "expected a map in braces", "as in `{ \"urn\": \"3,2\" }`"),
    in_kind!("«\"ern\"»", "there is no sprite \"ern\"", "did you mean `urn`?"),
    in_kind!("«\"1;0\"»", "there is no sprite \"1;0\"", "`\"3,2\"` is the cell in column 3 and row 2"),
    case(
        "(name: \"a\", props: {\"r\": (glyph: 'r', color: \"#000000\", sprite: «\"3,2\"»)})",
        "there is no sprite \"3,2\"",
        "cells of a picture need `sprites`",
    ),
];

/// What is wrong with a picture of three columns and two rows whose last cell is empty.
const PICTURED: &[Case] = &[
    in_sprites!("«\"other.png\"»", "the picture \"other.png\" cannot be read", "a PNG file beside the preset"),
    in_sprites!("(file: «\"other.png\"»)", "the picture \"other.png\" cannot be read", "a PNG file beside the preset"),
    in_sprites!(
        "(file: «\"my.png\"», side: 32)",
        "a picture of 48x32 pixels does not end with a whole cell",
        "a side of the picture has 32, 64, 96 pixels"
    ),
    in_sprites!(
        "(file: «\"my.png\"», margin: 1, spacing: 2)",
        "a picture of 48x32 pixels does not end with a whole cell",
        "18, 36, 54 pixels and so on"
    ),
    in_sprites!(
        "(file: \"my.png\", names: {\"urn\": «\"3,0\"»})",
        "the picture has no cell \"3,0\"",
        "it has 3 columns and 2 rows, counted from 0"
    ),
    in_sprites!("(file: \"my.png\", names: {\"urn\": «\"2,0,2x1\"»})", "the picture has no cell \"2,0,2x1\"", ""),
    in_kind!("«\"0,2\"»", "the picture has no cell \"0,2\"", "3 columns and 2 rows"),
    in_sprites!("(file: \"my.png\", side: 4, names: {\"urn\": «\"0,0,9x1\"»})", "too large", "at most 8 cells a side"),
    in_kind!("«\"2,1\"»", "the cell \"2,1\" is empty", "counted from 0"),
];

/// The picture of [`PICTURED`]: each pixel has the colour of its column and row.
fn picture(name: &str, _: Option<&str>) -> Result<SpritePicture, String> {
    if name != "my.png" {
        return Err(format!("the picture {name:?} cannot be read: there is no such file"));
    }
    let points = (0..32).flat_map(|y| (0..48).map(move |x| (x, y)));
    let rgba = points.flat_map(|(x, y)| [x as u8, y as u8, 0, if x >= 32 && y >= 16 { 0 } else { 255 }]).collect();
    SpritePicture::new(48, 32, rgba).ok_or_else(|| "no picture".to_owned())
}

fn no_bases(name: &str) -> Result<BasePreset, String> {
    Err(format!("{name:?} is not here"))
}

#[test]
fn every_problem_of_a_picture_has_its_span_and_a_correction() {
    CASES.iter().for_each(Case::check);
    for Case { marked, message, help } in PICTURED {
        let text = marked.replace(['«', '»'], "");
        let error = Preset::parse_with_pictures(&text, no_bases, picture).expect_err(marked);
        let [Problem { span, message: found, help: given, .. }] = error.problems() else {
            panic!("{marked}: {error:#}")
        };
        let start = marked.find('«').expect("a mark");
        assert_eq!(span.start, start, "{marked}: {error:#}");
        assert!(found.contains(message), "{marked}: {found}");
        assert!(given.as_deref().unwrap_or_default().contains(help), "{marked}: {given:?}");
    }
}

#[test]
fn kinds_have_the_sprites_of_their_cells() {
    let text = "(name: \"a\", sprites: (file: \"my.png\", names: {\"urn\": \"1,0\", \"table\": \"0,1,2x1\"}), props: {
        \"u\": (glyph: 'u', color: \"#000000\", sprite: \"urn\"),
        \"t\": (glyph: 't', color: \"#000000\", sprite: \"table\"),
        \"c\": (glyph: 'c', color: \"#000000\", sprite: \"2,0\"),
    })";
    let preset = Preset::parse_with_pictures(text, no_bases, picture).expect("a preset");
    let corner = |sprite: &Sprite| sprite.pixel(0, 0).map(|color| (color.r, color.g));
    let seen = ["u", "t", "c"].map(|kind| {
        let sprite = &preset.theme().sprites[kind];
        (sprite.width(), sprite.height(), corner(sprite))
    });
    assert_eq!(seen, [(16, 16, Some((16, 0))), (32, 16, Some((0, 16))), (16, 16, Some((32, 0)))]);
    // Nobody reads a picture: the same levels, drawn by glyphs.
    let blind = Preset::parse(text).expect("a preset");
    assert!(blind.theme().sprites.is_empty() && blind.digest() == preset.digest());
}

#[test]
fn pixels_of_a_key_colour_are_transparent_and_some_must_have_it() {
    let of = |key: &str, opacity: u8| {
        let base = "(sprites: (file: \"my.png\", transparent: \"#ff00fe\"), \
                    props: {\"u\": (glyph: 'u', color: \"#000000\", sprite: \"0,0\")})";
        let text = format!("(name: \"a\", base: \"base.ron\", sprites: (side: 4{key}))");
        let bases = |name: &str| Ok(BasePreset { name: name.to_owned(), text: base.to_owned() });
        Preset::parse_with_pictures(&text, bases, |_, _| {
            let mut rgba = [9, 8, 7, opacity].repeat(16);
            rgba[..4].copy_from_slice(&[255, 0, 255, 255]);
            SpritePicture::new(4, 4, rgba).ok_or_else(String::new)
        })
    };
    let opaque = |preset: Result<Preset, _>| {
        let preset = preset.unwrap_or_else(|error: PresetError| panic!("{error:#}"));
        let sprite = &preset.theme().sprites["u"];
        (0..256).filter(|at| sprite.pixel(at % 16, at / 16).is_some()).count()
    };
    assert_eq!(opaque(of(", transparent: \"#ff00ff\"", 255)), 240, "one pixel of 16");
    assert_eq!(opaque(of("", 0)), 16, "other pixels are transparent: the key may be that of other pictures");
    let error = of("", 255).expect_err("no such pixel");
    let [Problem { message, help, .. }] = error.problems() else { panic!("{error:#}") };
    assert_eq!(message, "no pixel of the picture has the colour #ff00fe");
    assert_eq!(help.as_deref(), Some("its first pixel has #ff00ff"));
}

#[test]
fn a_picture_that_a_base_names_is_asked_for_by_the_name_of_the_base() {
    let base = "(sprites: (file: \"my.png\", names: {\"urn\": \"1,0\"}), props: {\"u\": (glyph: 'u', color: \"#000000\", sprite: \"urn\")})";
    let asked = |text: &str| {
        let mut seen = Vec::new();
        let bases = |name: &str| Ok(BasePreset { name: format!("there/{name}"), text: base.to_owned() });
        let preset = Preset::parse_with_pictures(text, bases, |name, base| {
            seen.push((name.to_owned(), base.map(str::to_owned)));
            picture("my.png", base)
        });
        (preset.unwrap_or_else(|error| panic!("{error:#}")).theme().sprites.len(), seen)
    };
    let theirs = ("my.png".to_owned(), Some("there/base.ron".to_owned()));
    assert_eq!(asked("(name: \"a\", base: \"base.ron\")"), (1, vec![theirs.clone()]));
    let grid = "(name: \"a\", base: \"base.ron\", sprites: (side: 16, spacing: 0))";
    assert_eq!(asked(grid), (1, vec![theirs]));
    let other = "(name: \"a\", base: \"base.ron\", sprites: (file: \"own.png\"))";
    assert_eq!(asked(other), (1, vec![("own.png".to_owned(), None)]));
}
