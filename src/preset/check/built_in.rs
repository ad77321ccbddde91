//! The sprites of built-in presets, which kinds of any preset can name: `"crypt/urn"`.

use std::collections::BTreeMap;

use super::checker::Checker;
use crate::{
    color::Color,
    error::{ProblemCode, did_you_mean},
    preset::{
        BUILT_IN,
        rules::{RawPreset, RawProp, RawSprite},
        syntax::{self, SourceTree, suggestion_as},
    },
    theme::Sprite,
};

/// An example of a name, for help.
const EXAMPLE: &str = "`\"crypt/urn\"` is the sprite of the kind \"urn\" of the built-in preset crypt";

/// The sprites of the built-in presets that were asked for so far. Each text is read once.
#[derive(Default)]
pub(super) struct BuiltInSprites {
    /// By the names of presets and kinds. Only sprites that are rows of characters are here.
    read: BTreeMap<&'static str, BTreeMap<String, Sprite>>,
}

impl BuiltInSprites {
    /// The sprite of a kind of a built-in preset; `None` if it was refused.
    pub(super) fn named(&mut self, check: &mut Checker<'_>, preset: &str, kind: &str) -> Option<Sprite> {
        let Some(&(known, text)) = BUILT_IN.iter().find(|(known, _)| *known == preset) else {
            let meant = |known: &str| did_you_mean(format_args!("{known}/{kind}"));
            let help = suggestion_as(meant, preset, BUILT_IN.iter().map(|(known, _)| *known));
            let message = format!("there is no built-in preset {preset:?}");
            check.refuse(ProblemCode::UnknownName, message, format!("{help}; {EXAMPLE}"));
            return None;
        };
        let sprites = self.read.entry(known).or_insert_with(|| sprites_of(text));
        let sprite = sprites.get(kind).cloned();
        if sprite.is_none() {
            let meant = |known: &str| did_you_mean(format_args!("{preset}/{known}"));
            let help = suggestion_as(meant, kind, sprites.keys().map(String::as_str));
            let message = format!("the built-in preset {preset} has no sprite {kind:?}");
            check.refuse(ProblemCode::UnknownName, message, help);
        }
        sprite
    }
}

/// The sprites of a built-in preset, which is valid: a test reads all of them.
fn sprites_of(text: &str) -> BTreeMap<String, Sprite> {
    let Ok(reading) = SourceTree::of(text).and_then(|mut source| syntax::read(&mut source)) else {
        return BTreeMap::new();
    };
    let RawPreset { palette, props, .. } = reading.raw;
    let colors = palette.0.iter().filter_map(|(character, text)| Some((*character, text.parse().ok()?)));
    let colors: BTreeMap<char, Color> =
        colors.filter(|(character, _)| !RawSprite::TRANSPARENT.contains(character)).collect();
    let sprite = |(name, prop): (String, RawProp)| {
        let pixels = |row: &String| row.chars().map(|character| colors.get(&character).copied()).collect();
        let rows: Vec<_> = prop.sprite.rows().iter().map(pixels).collect();
        Some((name, Sprite::from_rows(&rows)?))
    };
    props.0.into_iter().filter_map(sprite).collect()
}
