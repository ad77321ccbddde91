//! Checks the kinds of props, and the theme with palette and sprites.

use std::collections::BTreeMap;

use super::{
    checker::Checker,
    extras::{self, color},
    sheet::SpriteSheet,
    sprites,
};
use crate::{
    color::Color,
    error::ProblemCode,
    geom::Extent,
    model::{Labels, Light, Metres, PropKind},
    preset::{
        PictureReader,
        rules::{RawLightRule, RawPreset, RawProp, RawSprite},
        syntax::ValueStep::{Entry, Field, Key},
    },
    theme::{Look, Theme},
};

/// The most kinds of props in a preset. Their indices fit 16 bits.
const MAX_KINDS: usize = 4096;

/// A kind of prop after its check. Refused values are replaced by valid ones.
pub(super) struct PropKindDraft {
    pub(super) kind: PropKind,
    /// The columns and rows that a prop covers; `None` if they were refused.
    pub(super) footprint: Option<Extent>,
}

/// The kinds of props, sorted by name; `None` if there are too many.
pub(super) fn kinds(check: &mut Checker<'_>, raw: &RawPreset) -> Option<Vec<PropKindDraft>> {
    let entries = &raw.props.0;
    let mut kinds: Vec<PropKindDraft> = Vec::new();
    check.inside(Field("props"), |check| {
        if entries.len() > MAX_KINDS {
            check.refuse(
                ProblemCode::TooMany,
                format!("{} kinds of props are too many", entries.len()),
                format!("at most {MAX_KINDS} are allowed"),
            );
            return None;
        }
        for (number, (name, prop)) in entries.iter().enumerate() {
            check.name(Key(number), name);
            if check.is_new(Key(number), name, entries[..number].iter().map(|(name, _)| name.as_str())) {
                kinds.push(check.inside(Entry(number), |check| kind(check, name, prop)));
            }
        }
        kinds.sort_by(|a, b| a.kind.name.cmp(&b.kind.name));
        Some(kinds)
    })
}

fn kind(check: &mut Checker<'_>, name: &str, raw: &RawProp) -> PropKindDraft {
    check_glyph(check, raw.glyph);
    let footprint = check.extent(Field("footprint"), raw.footprint, 1..=i64::from(PropKind::MAX_SIDE));
    let Extent { width, height } = footprint.unwrap_or(Extent::new(1, 1));
    if raw.marker {
        extras::marker(check, raw);
    }
    let kind = PropKind {
        name: name.into(),
        blocks: raw.blocks.unwrap_or(!raw.marker),
        opaque: raw.opaque,
        width: width as u8,
        height: height as u8,
        tall: extras::metres(check, Field("tall"), raw.tall.unwrap_or(if raw.marker { 0.0 } else { 1.0 }), 0.0),
        elevation: extras::metres(check, Field("elevation"), raw.elevation, 0.0),
        glyph: raw.glyph,
        color: color(check, Field("color"), &raw.color),
        body: extras::body(check, raw.body, footprint),
        marker: raw.marker,
        value: 0,
        cost: 0,
        light: raw.light.as_ref().and_then(|raw| check.inside(Field("light"), |check| light(check, raw))),
        labels: Labels::new(extras::tags(check, &raw.tags), extras::values(check, &raw.values.0)),
    };
    PropKindDraft { kind, footprint }
}

/// Checks the field `glyph`.
pub(super) fn check_glyph(check: &mut Checker<'_>, glyph: char) {
    if !PropKind::is_glyph(glyph) {
        let help = format!("a glyph is {}", PropKind::GLYPHS);
        check.refuse_at([Field("glyph")], ProblemCode::BadValue, format!("{glyph:?} cannot be a glyph"), help);
    }
}

/// The light of a kind; `None` if it was refused.
fn light(check: &mut Checker<'_>, raw: &RawLightRule) -> Option<Light> {
    let before = check.refused();
    let least = 1.0 / Metres::PARTS as f32;
    let color = color(check, Field("color"), &raw.color);
    let radius = extras::metres_to(check, Field("radius"), raw.radius, least..=Light::MAX_RADIUS.get());
    let fade = extras::hundredths(check, Field("fade"), raw.fade, 0.0..=1.0);
    let strength = extras::hundredths(check, Field("strength"), raw.strength, 0.01..=Light::MAX_STRENGTH.get());
    let light = Light { fade, strength, ..Light::new(color, radius)? };
    (check.refused() == before).then_some(light)
}

/// The theme, with the sprites and looks of kinds.
pub(super) fn theme(check: &mut Checker<'_>, raw: &RawPreset, pictures: PictureReader<'_>) -> Theme {
    let mut theme = Theme { walls: raw.theme.walls, floor: raw.theme.floor, ..Theme::default() };
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
        if let Some(ambient) = raw.theme.ambient {
            theme.ambient = extras::hundredths(check, Field("ambient"), ambient, 0.0..=1.0);
        }
    });
    let palette = palette(check, raw);
    let sheet = SpriteSheet::read(check, raw.sprites.as_ref(), pictures);
    theme.sprites = sprites::sprites(check, raw, &palette, &sheet);
    theme.looks = looks(check, raw);
    theme
}

/// The looks of kinds, by their names.
fn looks(check: &mut Checker<'_>, raw: &RawPreset) -> BTreeMap<String, Look> {
    let mut looks = BTreeMap::new();
    check.inside(Field("props"), |check| {
        for (number, (name, prop)) in raw.props.0.iter().enumerate() {
            let Some(look) = prop.look else { continue };
            if prop.sprite.is_given() {
                let help = "a sprite takes the place of a look; remove one of the two".to_owned();
                let message = "a kind with a `sprite` cannot have a `look`";
                check.refuse_at([Entry(number), Field("look")], ProblemCode::Conflict, message, help);
            }
            looks.insert(name.clone(), look);
        }
    });
    looks
}

fn palette(check: &mut Checker<'_>, raw: &RawPreset) -> BTreeMap<char, Color> {
    let mut palette = BTreeMap::new();
    check.inside(Field("palette"), |check| {
        for (number, (character, text)) in raw.palette.0.iter().enumerate() {
            let color = color(check, Entry(number), text);
            if RawSprite::TRANSPARENT.contains(character) || palette.insert(*character, color).is_some() {
                let reason =
                    if RawSprite::TRANSPARENT.contains(character) { "is always transparent" } else { "is given twice" };
                check.inside(Key(number), |check| {
                    check.refuse(ProblemCode::BadValue, format!("{character:?} {reason}"), None);
                });
            }
        }
    });
    palette
}
