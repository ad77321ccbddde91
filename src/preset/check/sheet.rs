//! Checks the picture of sprites beside a preset: its grid, the names of its cells, and its pixels.

use std::ops::RangeInclusive;

use super::{checker::Checker, extras::color};
use crate::{
    error::ProblemCode,
    preset::{
        PictureReader,
        rules::{RawMap, RawSpriteFile, RawSpriteSheet, sixteen},
        syntax::{
            ValueStep::{Entry, Field, Key},
            suggestion,
        },
    },
    theme::{Sprite, SpriteCells, SpriteGrid, SpritePicture},
};

/// The sides of cells that are allowed, in pixels.
const SIDES: RangeInclusive<i64> = 4..=128;

/// The largest margin and spacing, in pixels.
const MAX_GAP: i64 = 64;

/// The most names of cells.
const MAX_NAMES: usize = 4096;

/// The picture of sprites of a preset, as far as it was given and not refused.
#[derive(Default)]
pub(super) struct SpriteSheet<'raw> {
    /// Whether the preset gives one.
    is_given: bool,
    /// The cells of each name; `None` for those that were refused.
    names: Vec<(&'raw str, Option<SpriteCells>)>,
    /// The picture with its grid and the number of its columns and rows.
    picture: Option<(SpritePicture, SpriteGrid, [u32; 2])>,
}

impl<'raw> SpriteSheet<'raw> {
    /// Checks the field `sprites`, and reads its picture if there is a reader.
    pub(super) fn read(check: &mut Checker<'_>, raw: Option<&'raw RawSpriteFile>, read: PictureReader<'_>) -> Self {
        const NO_NAMES: &RawMap<String, String> = &RawMap(Vec::new());
        let (file, numbers, transparent, names) = match raw {
            None => return Self::default(),
            Some(RawSpriteFile::File(file)) => (file, [sixteen(), 0, 0], &None, NO_NAMES),
            Some(RawSpriteFile::Sheet(RawSpriteSheet { file, side, margin, spacing, transparent, names })) => {
                (file, [*side, *margin, *spacing], transparent, names)
            }
        };
        check.inside(Field("sprites"), |check| {
            let grid = grid(check, numbers, transparent.as_deref());
            let step = matches!(raw, Some(RawSpriteFile::Sheet(_))).then_some(Field("file"));
            let picture = check.inside(step, |check| grid.and_then(|grid| picture(check, file, grid, read)));
            if let Some((picture, SpriteGrid { transparent: Some(key), .. }, _)) = &picture
                && !picture.has_transparent(*key)
            {
                let message = format!("no pixel of the picture has the colour {key}");
                let help = picture.pixel(0, 0).map(|corner| format!("its first pixel has {corner}"));
                check.refuse_at([Field("transparent")], ProblemCode::BadValue, message, help);
            }
            let mut sheet = Self { is_given: true, names: Vec::new(), picture };
            check.inside(Field("names"), |check| {
                if check.has_too_many(names.0.len(), MAX_NAMES, "names") {
                    return;
                }
                for (number, (name, text)) in names.0.iter().enumerate() {
                    check.name(Key(number), name);
                    check.is_new(Key(number), name, names.0[..number].iter().map(|(name, _)| name.as_str()));
                    if name.contains('/') || SpriteCells::parse(name).is_some() {
                        let message = format!("{name:?} cannot be the name of a cell");
                        let help = "names with `/` are those of built-in sprites, and `\"3,2\"` is a cell".to_owned();
                        check.refuse_at([Key(number)], ProblemCode::BadValue, message, help);
                    }
                    let cells = check.inside(Entry(number), |check| sheet.cells(check, text));
                    sheet.names.push((name.as_str(), cells));
                }
            });
            sheet
        })
    }

    /// The sprite of this name; `None` if it was refused, or if the picture was not read.
    pub(super) fn named(&self, check: &mut Checker<'_>, name: &str) -> Option<Sprite> {
        let cells = match self.names.iter().find(|(known, _)| *known == name) {
            Some((_, cells)) => (*cells)?,
            None if SpriteCells::parse(name).is_some() && self.is_given => self.cells(check, name)?,
            None => {
                let help = match self.is_given {
                    true => {
                        let known = suggestion(name, self.names.iter().map(|(name, _)| *name));
                        format!("{known}; `\"3,2\"` is the cell in column 3 and row 2 of the picture of `sprites`")
                    }
                    false => {
                        "`\"crypt/urn\"` is the sprite of the kind \"urn\" of the built-in preset crypt; cells of a \
                         picture need `sprites`"
                            .to_owned()
                    }
                };
                check.refuse(ProblemCode::UnknownName, format!("there is no sprite {name:?}"), help);
                return None;
            }
        };
        let (picture, grid, _) = self.picture.as_ref()?;
        picture.sprite(cells, *grid)
    }

    /// The cells that a text names; `None` if they were refused.
    fn cells(&self, check: &mut Checker<'_>, text: &str) -> Option<SpriteCells> {
        let Some(cells) = SpriteCells::parse(text) else {
            let help = "`\"3,2\"` is the cell in column 3 and row 2, counted from 0; `\"3,2,2x1\"` has two columns";
            check.refuse(ProblemCode::BadValue, format!("{text:?} names no cell"), help.to_owned());
            return None;
        };
        // What the picture has is known only if it was read.
        let Some((picture, grid, all)) = &self.picture else { return Some(cells) };
        let [columns, rows] = all;
        if !cells.lie_within(*all) {
            let message = format!("the picture has no cell {text:?}");
            let help = format!("it has {columns} columns and {rows} rows, counted from 0");
            check.refuse(ProblemCode::OutOfRange, message, help);
            return None;
        }
        let Some(sprite) = picture.sprite(cells, *grid) else {
            let message = format!("{text:?} is too large for a sprite");
            let help = format!("a sprite has at most {} cells a side", SpriteCells::MOST);
            check.refuse(ProblemCode::OutOfRange, message, help);
            return None;
        };
        let is_empty = (0..sprite.height()).all(|y| (0..sprite.width()).all(|x| sprite.pixel(x, y).is_none()));
        if is_empty {
            let help = "columns and rows are counted from 0".to_owned();
            check.refuse(ProblemCode::BadValue, format!("the cell {text:?} is empty"), help);
            return None;
        }
        Some(cells)
    }
}

fn grid(check: &mut Checker<'_>, [side, margin, spacing]: [i64; 3], transparent: Option<&str>) -> Option<SpriteGrid> {
    let before = check.refused();
    let side = check.whole(Field("side"), side, SIDES);
    let margin = check.whole(Field("margin"), margin, 0..=MAX_GAP);
    let spacing = check.whole(Field("spacing"), spacing, 0..=MAX_GAP);
    let transparent = transparent.map(|text| color(check, Field("transparent"), text));
    let grid = SpriteGrid { side: side? as u32, margin: margin? as u32, spacing: spacing? as u32, transparent };
    (check.refused() == before).then_some(grid)
}

/// The picture in a file, with its grid; `None` if it was refused, or if there is no reader.
fn picture(
    check: &mut Checker<'_>,
    file: &str,
    grid: SpriteGrid,
    read: PictureReader<'_>,
) -> Option<(SpritePicture, SpriteGrid, [u32; 2])> {
    let base = check.base().map(str::to_owned);
    match read?(file, base.as_deref()) {
        Ok(picture) => match grid.cells_of(&picture) {
            Some(all) => Some((picture, grid, all)),
            None => {
                let SpriteGrid { side, margin, spacing, transparent: _ } = grid;
                let message = format!(
                    "a picture of {}x{} pixels does not end with a whole cell",
                    picture.width(),
                    picture.height()
                );
                let help = format!(
                    "with a `side` of {side}, a `margin` of {margin} and a `spacing` of {spacing} a side of the \
                     picture has {}, {}, {} pixels and so on",
                    2 * margin + side,
                    2 * margin + 2 * side + spacing,
                    2 * margin + 3 * side + 2 * spacing,
                );
                check.refuse(ProblemCode::BadValue, message, help);
                None
            }
        },
        Err(why) => {
            let help = "the picture of `sprites` is a PNG file beside the preset".to_owned();
            check.refuse(ProblemCode::BadValue, why, help);
            None
        }
    }
}
