//! Checks the entries of a layout: formations, and groups of them by chance and choice.

use super::{checker::Checker, formations::formation, layout_draft::LayoutDraft, ramps::ROOM};
use crate::error::ProblemCode;
use crate::preset::{Entry, EntryPart, Ramp, RawFormation, syntax::ValueStep::Field};

/// The most formations in a layout, those in groups included. It bounds the work of a room.
const MAX_FORMATIONS: usize = 64;
/// The most groups of formations inside each other.
const MAX_DEPTH: usize = 4;

/// Checks all entries of a layout: formations and groups.
///
/// The result is empty if each entry is a formation that is always stamped.
pub(super) fn entries<'raw>(
    check: &mut Checker<'_>,
    raw: &'raw [RawFormation],
    sheet: &mut LayoutDraft<'raw, '_>,
) -> Vec<Entry> {
    let entries = check.each(raw, |check, _, raw| entry(check, raw, sheet, 0));
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
            let message = "a group cannot have both `one_of` and `all_of`";
            check.refuse_at([Field("all_of")], ProblemCode::Conflict, message, help);
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
        check.refuse_at([Field(other)], ProblemCode::Conflict, format!("a group cannot have `{other}`"), help);
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
        check.each(entries, |check, _, raw| entry(check, raw, sheet, depth + 1))
    })
}
