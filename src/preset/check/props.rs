use std::collections::BTreeMap;

use super::checker::{Checker, suggestion};
use crate::{
    interp::Color,
    model::{Metres, PropKind},
    preset::{
        locate::Step::{self, Entry, Field, Index, Key},
        raw::{RawFloor, RawPreset, RawProp, RawWalls},
    },
    theme::{FloorStyle, Sprite, Theme, WallStyle},
};

/// The most kinds of props in a preset; their numbers fit 16 bits with room to spare.
const MAX_KINDS: usize = 4096;

/// The characters of a sprite that are transparent, whatever the palette says.
const TRANSPARENT: [char; 2] = ['.', ' '];

/// The kinds of props, by name.
pub(super) fn kinds(check: &mut Checker<'_>, raw: &RawPreset) -> Vec<PropKind> {
    let entries = &raw.props.0;
    let mut kinds: Vec<PropKind> = Vec::new();
    check.inside(Field("props"), |check| {
        if entries.len() > MAX_KINDS {
            check.refuse(
                format!("{} kinds of props are too many", entries.len()),
                format!("at most {MAX_KINDS} are allowed"),
            );
            return;
        }
        for (number, (name, prop)) in entries.iter().enumerate() {
            check.name(Key(number), name);
            if check.is_new(Key(number), name, entries[..number].iter().map(|(name, _)| name.as_str())) {
                kinds.push(check.inside(Entry(number), |check| kind(check, name, prop)));
            }
        }
    });
    kinds.sort_by(|a, b| a.name.cmp(&b.name));
    kinds
}

fn kind(check: &mut Checker<'_>, name: &str, raw: &RawProp) -> PropKind {
    if raw.glyph.is_control() || raw.glyph.is_whitespace() {
        check.inside(Field("glyph"), |check| {
            check.refuse(format!("{:?} cannot be seen", raw.glyph), "a glyph is a printable character".to_owned());
        });
    }
    let (width, height) = check.inside(Field("footprint"), |check| {
        let side = 1..=i64::from(PropKind::MAX_SIDE);
        (check.whole(Index(0), raw.footprint.0, side.clone()), check.whole(Index(1), raw.footprint.1, side))
    });
    PropKind {
        name: name.to_owned(),
        blocks: raw.blocks,
        opaque: raw.opaque,
        width: width as u8,
        height: height as u8,
        tall: metres(check, Field("tall"), raw.tall, 0.0),
        elevation: metres(check, Field("elevation"), raw.elevation, 0.0),
        glyph: raw.glyph,
        color: color(check, Field("color"), &raw.color),
    }
}

fn metres(check: &mut Checker<'_>, step: Step, value: f32, least: f32) -> Metres {
    let value = check.number(step.clone(), value, least..=Metres::MAX);
    Metres::exact(value).unwrap_or_else(|| {
        check.inside(step, |check| {
            check.refuse(
                format!("{value} m is not a multiple of 1/256 m"),
                "halves, quarters, eighths and so on are".to_owned(),
            );
        });
        Metres::default()
    })
}

fn color(check: &mut Checker<'_>, step: impl Into<Option<Step>>, text: &str) -> Color {
    text.parse().unwrap_or_else(|error: crate::interp::ColorError| {
        check.inside(step, |check| check.refuse(error.to_string(), None));
        Color::default()
    })
}

/// Colours, materials and sprites.
pub(super) fn theme(check: &mut Checker<'_>, raw: &RawPreset) -> Theme {
    let walls = match raw.theme.walls {
        RawWalls::Bricks => WallStyle::Bricks,
        RawWalls::Hedge => WallStyle::Hedge,
        RawWalls::Planks => WallStyle::Planks,
    };
    let floor = match raw.theme.floor {
        RawFloor::Flagstones => FloorStyle::Flagstones,
        RawFloor::Grass => FloorStyle::Grass,
        RawFloor::Planks => FloorStyle::Planks,
    };
    let mut theme = Theme { walls, floor, ..Theme::default() };
    check.inside(Field("theme"), |check| {
        let mut set = |color_of: &mut Color, field: &'static str, text: &Option<String>| {
            if let Some(text) = text {
                *color_of = color(check, Field(field), text);
            }
        };
        set(&mut theme.rock, "rock", &raw.theme.rock);
        set(&mut theme.wall_top, "wall_top", &raw.theme.wall_top);
        set(&mut theme.wall_face, "wall_face", &raw.theme.wall_face);
        set(&mut theme.floor_start, "floor_start", &raw.theme.floor_start);
        set(&mut theme.floor_end, "floor_end", &raw.theme.floor_end);
        set(&mut theme.door, "door", &raw.theme.door);
    });
    let palette = palette(check, raw);
    check.inside(Field("props"), |check| {
        for (number, (name, prop)) in raw.props.0.iter().enumerate().filter(|(_, (_, prop))| !prop.sprite.is_empty()) {
            let sprite = check.inside(Entry(number), |check| {
                check.inside(Field("sprite"), |check| sprite(check, &prop.sprite, &palette))
            });
            if let Some(sprite) = sprite {
                theme.sprites.insert(name.clone(), sprite);
            }
        }
    });
    theme
}

fn palette(check: &mut Checker<'_>, raw: &RawPreset) -> BTreeMap<char, Color> {
    let mut palette = BTreeMap::new();
    check.inside(Field("palette"), |check| {
        for (number, (character, text)) in raw.palette.0.iter().enumerate() {
            let color = color(check, Entry(number), text);
            if TRANSPARENT.contains(character) || palette.insert(*character, color).is_some() {
                let reason =
                    if TRANSPARENT.contains(character) { "is transparent by itself" } else { "is given twice" };
                check.inside(Key(number), |check| check.refuse(format!("{character:?} {reason}"), None));
            }
        }
    });
    palette
}

fn sprite(check: &mut Checker<'_>, rows: &[String], palette: &BTreeMap<char, Color>) -> Option<Sprite> {
    let before = check.problems.len();
    let width = rows.first()?.chars().count();
    let mut pixels = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let length = row.chars().count();
        if length != width {
            check.inside(Index(number), |check| {
                check.refuse(
                    format!("this row has {length} characters, the first has {width}"),
                    "all rows of a sprite are of one length".to_owned(),
                );
            });
        }
        let unknown =
            row.chars().find(|character| !TRANSPARENT.contains(character) && !palette.contains_key(character));
        if let Some(unknown) = unknown {
            let names: Vec<_> = palette.keys().map(char::to_string).collect();
            let help = suggestion(&unknown.to_string(), names.iter().map(String::as_str));
            check.inside(Index(number), |check| check.refuse(format!("{unknown:?} is not in the palette"), help));
        }
        pixels.push(row.chars().map(|character| palette.get(&character).copied()).collect());
    }
    let sprite = Sprite::from_rows(&pixels);
    if sprite.is_none() && check.problems.len() == before {
        check.refuse(
            format!("a sprite of {width} by {} pixels", rows.len()),
            format!("a side has 1 to {} pixels", Sprite::MAX_SIDE),
        );
    }
    sprite
}
