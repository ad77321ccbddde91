//! Checks the entries of a layout: formations, and groups of them by chance and choice.

use super::{
    checker::Checker,
    formations::{FormationContext, formation},
    ramps::ROOM,
};
use crate::error::ProblemCode;
use crate::geom::Direction;
use crate::preset::{
    Entry, EntryPart, Formation, FormationPattern, MaskDrawing, Ramp, RawFormation,
    syntax::ValueStep::{Field, Index},
};

/// The most formations in a layout, those in groups included. It bounds the work of a room.
const MAX_FORMATIONS: usize = 64;
/// The most groups of formations inside each other.
const MAX_DEPTH: usize = 4;

/// A layout while it is checked: its formations so far, and the preset's drawings and patterns.
pub(super) struct LayoutDraft<'raw, 'preset> {
    pub(super) known: FormationContext<'preset>,
    /// The distinct drawings of the whole preset.
    pub(super) drawings: &'raw mut Vec<MaskDrawing>,
    /// The distinct [`FormationPattern`]s of the whole preset, at most 512.
    pub(super) patterns: &'raw mut Vec<FormationPattern>,
    /// The names of the layout's formations so far.
    pub(super) names: Vec<&'raw str>,
    pub(super) formations: Vec<Formation>,
}

impl LayoutDraft<'_, '_> {
    /// The index of a drawing with this turn among those of the preset, which get it if it is new.
    pub(super) fn drawing_index(&mut self, drawing: &MaskDrawing, turn: Direction) -> u32 {
        let known = self.drawings.iter().position(|known| known.is_turned(drawing, turn));
        let number = known.unwrap_or_else(|| {
            self.drawings.push(MaskDrawing { turn, ..drawing.clone() });
            self.drawings.len() - 1
        });
        // At most 1024 layouts of 64 formations, each with up to 4 turns, fit 32 bits.
        number as u32
    }

    /// The index of a pattern, which is added if it is new; `None` if there are too many already.
    pub(super) fn pattern_index(&mut self, pattern: FormationPattern) -> Option<u16> {
        /// The most patterns. Furnishing keeps half a kilobyte of memory for each.
        const MOST: usize = 512;
        let known = self.patterns.iter().position(|known| *known == pattern);
        let number = known.or_else(|| {
            (self.patterns.len() < MOST).then(|| {
                self.patterns.push(pattern);
                self.patterns.len() - 1
            })
        });
        number.map(|number| number as u16)
    }
}

/// Checks all entries of a layout: formations and groups.
///
/// The result is empty if each entry is a formation that is always stamped.
pub(super) fn entries<'raw>(
    check: &mut Checker<'_>,
    raw: &'raw [RawFormation],
    sheet: &mut LayoutDraft<'raw, '_>,
) -> Vec<Entry> {
    let entries = list(check, raw, sheet, 0);
    if sheet.formations.len() > MAX_FORMATIONS {
        check.refuse(
            ProblemCode::TooMany,
            format!("{} formations are too many", sheet.formations.len()),
            format!("a layout has at most {MAX_FORMATIONS}"),
        );
    }
    let is_plain = |entry: &Entry| matches!(entry.part, EntryPart::Formation(_)) && entry.chance.is(1.0);
    if entries.iter().all(is_plain) { Vec::new() } else { entries }
}

fn list<'raw>(
    check: &mut Checker<'_>,
    raw: &'raw [RawFormation],
    sheet: &mut LayoutDraft<'raw, '_>,
    depth: usize,
) -> Vec<Entry> {
    let each = raw.iter().enumerate();
    each.map(|(number, raw)| check.inside(Index(number), |check| entry(check, raw, sheet, depth))).collect()
}

fn entry<'raw>(
    check: &mut Checker<'_>,
    raw: &'raw RawFormation,
    sheet: &mut LayoutDraft<'raw, '_>,
    depth: usize,
) -> Entry {
    let part = match (&raw.one_of, &raw.all_of) {
        (None, None) => {
            let formation = formation(check, raw, sheet);
            sheet.formations.push(formation);
            EntryPart::Formation(sheet.formations.len() - 1)
        }
        (Some(_), Some(_)) => {
            let help = "put one group inside the other".to_owned();
            check.inside(Field("all_of"), |check| {
                check.refuse(ProblemCode::Conflict, "a group cannot have both `one_of` and `all_of`", help);
            });
            EntryPart::AllOf(Vec::new())
        }
        (Some(raw_entries), None) => EntryPart::OneOf(group(check, raw, "one_of", raw_entries, sheet, depth)),
        (None, Some(raw_entries)) => EntryPart::AllOf(group(check, raw, "all_of", raw_entries, sheet, depth)),
    };
    Entry {
        chance: check.ramp(Field("chance"), &raw.chance, 0.0..=1.0, ROOM).unwrap_or(Ramp::Constant(1.0)),
        weight: check.weight(Field("weight"), &raw.weight),
        part,
    }
}

fn group<'raw>(
    check: &mut Checker<'_>,
    raw: &RawFormation,
    field: &'static str,
    entries: &'raw [RawFormation],
    sheet: &mut LayoutDraft<'raw, '_>,
    depth: usize,
) -> Vec<Entry> {
    for other in raw.fields_of_one() {
        let help = format!("set `{other}` on the formations in `{field}`");
        check.inside(Field(other), |check| {
            check.refuse(ProblemCode::Conflict, format!("a group cannot have `{other}`"), help);
        });
    }
    check.inside(Field(field), |check| {
        if depth == MAX_DEPTH {
            let help = format!("groups nest at most {MAX_DEPTH} deep");
            check.refuse(ProblemCode::TooMany, "this group is nested too deeply", help);
            return Vec::new();
        }
        if entries.is_empty() {
            check.refuse(ProblemCode::Missing, "a group needs at least one entry", None);
        }
        list(check, entries, sheet, depth + 1)
    })
}
