//! Checks the optional fields `body`, `tags` and `values` of a kind of prop, those of markers, and
//! lengths and fractions.

use std::{collections::BTreeMap, ops::RangeInclusive};

use super::checker::Checker;
use crate::{
    color::Color,
    error::ProblemCode,
    geom::Extent,
    model::{Hundredths, Labels, Metres, PropKind},
    preset::{
        rules::RawProp,
        syntax::ValueStep::{self, Entry, Field, Index, Key},
    },
};

/// The width and depth of a kind's body; by default those of its footprint.
///
/// Refuses a body that exceeds the footprint. `footprint` is `None` if it was refused itself.
pub(super) fn body(check: &mut Checker<'_>, given: Option<(f32, f32)>, footprint: Option<Extent>) -> [Metres; 2] {
    let footprint_or_cell = footprint.unwrap_or(Extent::new(1, 1));
    let whole = PropKind::full_body(footprint_or_cell.width as u8, footprint_or_cell.height as u8);
    let Some((across, down)) = given else { return whole };
    check.inside(Field("body"), |check| {
        let mut side = |number: usize, given: f32| {
            let length = metres(check, Index(number), given, 1.0 / Metres::PARTS as f32);
            if footprint.is_some() && length > whole[number] {
                let message = format!("{given} m does not fit a footprint of {footprint_or_cell} cells");
                let help = "the body stays inside the footprint; a cell is one metre wide".to_owned();
                check.refuse_at([Index(number)], ProblemCode::Unsatisfiable, message, help);
                return whole[number];
            }
            length
        };
        [side(0, across), side(1, down)]
    })
}

/// Refuses the fields that a marker, which lies flat on the floor, cannot have.
pub(super) fn marker(check: &mut Checker<'_>, raw: &RawProp) {
    let help = "a marker lies on the floor and blocks nothing; remove this field".to_owned();
    let fields = [
        ("blocks", raw.blocks == Some(true), "`blocks: true`"),
        ("opaque", raw.opaque, "`opaque: true`"),
        ("elevation", raw.elevation > 0.0, "an `elevation`"),
    ];
    for (field, _, what) in fields.into_iter().filter(|(_, is_given, _)| *is_given) {
        check.refuse_at([Field(field)], ProblemCode::Conflict, format!("a marker cannot have {what}"), help.clone());
    }
}

pub(super) fn tags(check: &mut Checker<'_>, given: &[String]) -> Vec<String> {
    check.inside(Field("tags"), |check| {
        if check.has_too_many(given.len(), Labels::MAX_WORDS, "entries") {
            return Vec::new();
        }
        for (number, tag) in given.iter().enumerate() {
            check.name(Index(number), tag);
            check.is_new(Index(number), tag, given[..number].iter().map(String::as_str));
        }
        given.to_vec()
    })
}

pub(super) fn values(check: &mut Checker<'_>, given: &[(String, String)]) -> BTreeMap<String, String> {
    check.inside(Field("values"), |check| {
        if check.has_too_many(given.len(), Labels::MAX_WORDS, "entries") {
            return BTreeMap::new();
        }
        for (number, (name, text)) in given.iter().enumerate() {
            check.name(Key(number), name);
            check.is_new(Key(number), name, given[..number].iter().map(|(name, _)| name.as_str()));
            if let Some((problem, help)) = Labels::fault(text) {
                check.refuse_at([Entry(number)], ProblemCode::BadValue, problem, help);
            }
        }
        given.iter().cloned().collect()
    })
}

pub(super) fn metres(check: &mut Checker<'_>, step: ValueStep, value: f32, least: f32) -> Metres {
    metres_to(check, step, value, least..=Metres::MAX)
}

pub(super) fn metres_to(check: &mut Checker<'_>, step: ValueStep, value: f32, allowed: RangeInclusive<f32>) -> Metres {
    let Some(value) = check.number(step.clone(), value, allowed) else { return Metres::default() };
    Metres::exact(value).unwrap_or_else(|| {
        let help = format!("the nearest is {}", (value * Metres::PARTS as f32).round() / Metres::PARTS as f32);
        check.refuse_at([step], ProblemCode::BadValue, format!("{value} m is not a multiple of 1/256 m"), help);
        Metres::default()
    })
}

pub(super) fn hundredths(
    check: &mut Checker<'_>,
    step: ValueStep,
    value: f32,
    allowed: RangeInclusive<f32>,
) -> Hundredths {
    let Some(value) = check.number(step.clone(), value, allowed) else { return Hundredths::default() };
    Hundredths::exact(value).unwrap_or_else(|| {
        check.inside(step, |check| {
            check.refuse(
                ProblemCode::BadValue,
                format!("{value} has more than two digits behind the point"),
                format!("the nearest is {}", Hundredths::nearest(value).get()),
            );
        });
        Hundredths::default()
    })
}

pub(super) fn color(check: &mut Checker<'_>, step: impl Into<Option<ValueStep>>, text: &str) -> Color {
    text.parse().unwrap_or_else(|error: crate::color::ColorError| {
        check.inside(step, |check| check.refuse(ProblemCode::BadValue, error.to_string(), None));
        Color::default()
    })
}
