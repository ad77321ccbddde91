//! Checks sprites: rows of palette characters, all of one length, or names of sprites.

use std::collections::BTreeMap;

use super::{
    built_in::BuiltInSprites,
    checker::{Checker, common_length},
    sheet::SpriteSheet,
};
use crate::{
    color::Color,
    error::{ProblemCode, did_you_mean},
    preset::{
        rules::{RawPreset, RawSprite},
        syntax::ValueStep::{Entry, Field, Index},
    },
    theme::Sprite,
};

/// The uses of a character that occurs in sprites but not in the palette.
struct MissingCharacter {
    /// Its first use: the indices of the prop, of the row and of the column.
    first: [usize; 3],
    /// The last row so far that uses it: the indices of the prop and of the row.
    last: [usize; 2],
    /// The number of rows that use it.
    rows: usize,
}

/// Checks the sprites. Returns them by the name of their kind of prop.
///
/// A character that the palette lacks is refused once, at its first use.
pub(super) fn sprites(
    check: &mut Checker<'_>,
    raw: &RawPreset,
    palette: &BTreeMap<char, Color>,
    sheet: &SpriteSheet<'_>,
) -> BTreeMap<String, Sprite> {
    let mut sprites = BTreeMap::new();
    let mut missing = BTreeMap::new();
    let mut built_in = BuiltInSprites::default();
    check.inside(Field("props"), |check| {
        for (number, (name, prop)) in raw.props.0.iter().enumerate().filter(|(_, (_, prop))| prop.sprite.is_given()) {
            find_missing(number, prop.sprite.rows(), palette, &mut missing);
            let sprite = check.inside(Entry(number), |check| {
                check.inside(Field("sprite"), |check| match &prop.sprite {
                    RawSprite::Rows(rows) => sprite(check, rows, palette),
                    RawSprite::Named(name) => match name.split_once('/') {
                        Some((preset, kind)) => built_in.named(check, preset, kind),
                        None => sheet.named(check, name),
                    },
                })
            });
            if let Some(sprite) = sprite {
                sprites.insert(name.clone(), sprite);
            }
        }
        for (character, MissingCharacter { first: [prop, row, column], rows, .. }) in missing {
            let uses = if rows > 1 { format!("; {rows} rows use it") } else { String::new() };
            let message = format!("{character:?} is not in the palette{uses}");
            check.inside(Entry(prop), |check| {
                check.inside(Field("sprite"), |check| {
                    check.inside(Index(row), |check| {
                        check.refuse_character(ProblemCode::UnknownName, column, message, allowed(character, palette));
                    });
                });
            });
        }
    });
    sprites
}

fn find_missing(
    prop: usize,
    rows: &[String],
    palette: &BTreeMap<char, Color>,
    missing: &mut BTreeMap<char, MissingCharacter>,
) {
    for (row, characters) in rows.iter().enumerate() {
        for (column, character) in characters.chars().enumerate() {
            if RawSprite::TRANSPARENT.contains(&character) || palette.contains_key(&character) {
                continue;
            }
            let new = || MissingCharacter { first: [prop, row, column], last: [prop, row], rows: 1 };
            let missing = missing.entry(character).or_insert_with(new);
            if missing.last != [prop, row] {
                missing.last = [prop, row];
                missing.rows += 1;
            }
        }
    }
}

/// Help that lists the characters of the palette, with the same letter in the other case first.
fn allowed(character: char, palette: &BTreeMap<char, Color>) -> String {
    /// The most characters of the palette that are listed.
    const LISTED: usize = 64;
    let other_case = |known: &&char| known.to_lowercase().eq(character.to_lowercase());
    let meant = palette.keys().find(other_case).map_or_else(String::new, did_you_mean);
    let listed: String = palette.keys().take(LISTED).collect();
    let more = if palette.len() > LISTED { " and more" } else { "" };
    match palette.len() {
        0 => "the palette is empty; `.` is transparent".to_owned(),
        _ => format!("{meant}the palette has `{listed}`{more}; `.` is transparent"),
    }
}

fn sprite(check: &mut Checker<'_>, rows: &[String], palette: &BTreeMap<char, Color>) -> Option<Sprite> {
    let before = check.refused();
    let width = common_length(rows);
    for (number, row) in rows.iter().enumerate() {
        let length = row.chars().count();
        if length != width {
            let message = format!("this row has {length} characters, the others have {width}");
            let help = "all rows of a sprite have the same length".to_owned();
            check.refuse_at([Index(number)], ProblemCode::BadValue, message, help);
        }
    }
    let pixels: Vec<Vec<_>> =
        rows.iter().map(|row| row.chars().map(|character| palette.get(&character).copied()).collect()).collect();
    let sprite = Sprite::from_rows(&pixels);
    if sprite.is_none() && check.refused() == before {
        check.refuse(
            ProblemCode::OutOfRange,
            format!("a sprite cannot have {width}x{} pixels", rows.len()),
            format!("each side has 1 to {} pixels", Sprite::MAX_SIDE),
        );
    }
    sprite
}
