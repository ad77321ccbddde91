//! Checks anchors: the points at which formations are centred and vaults are drawn.

use super::checker::Checker;
use crate::error::ProblemCode;
use crate::preset::{
    Anchor, AnchorPoint,
    syntax::{
        ValueStep::{Field, Index},
        suggestion,
    },
};

/// The single points among anchors, for messages.
const SINGLE_POINTS: &str =
    "allowed: `Center`, a corner such as `NorthWest`, a wall such as `North`, and `At(0.5, 0.25)`";

/// Checks the anchor of a formation. `names` are those of earlier formations in its layout.
pub(super) fn anchor(check: &mut Checker<'_>, raw: &Anchor<String>, names: &[&str]) -> Anchor {
    check.inside(Field("at"), |check| {
        check_fractions(check, raw);
        if let Anchor::Between(from, to) = raw {
            for (number, end) in [from, to].into_iter().enumerate() {
                check.inside(Index(number), |check| {
                    check_fractions(check, end);
                    if end.single_point().is_none() {
                        let message = "each end of `Between` must be a single point";
                        check.refuse(ProblemCode::Conflict, message, SINGLE_POINTS.to_owned());
                    }
                });
            }
            return Anchor::Between(Box::new(without_names(from)), Box::new(without_names(to)));
        }
        raw.with_names(&mut |name| check.inside(Index(0), |check| named(check, name, names)))
    })
}

/// Checks an end of a route: the entry, the exit, the doors or a single point.
pub(super) fn route_end(check: &mut Checker<'_>, field: &'static str, raw: &Anchor<String>) -> Anchor {
    check.inside(Field(field), |check| {
        check_fractions(check, raw);
        let end = without_names(raw);
        if !matches!(end, Anchor::Entry | Anchor::Exit | Anchor::Doors) && end.single_point().is_none() {
            let message = format!("`{field}` of a route must be `Entry`, `Exit`, `Doors` or a single point");
            check.refuse(ProblemCode::Conflict, message, SINGLE_POINTS.replace("allowed:", "single points:"));
        }
        end
    })
}

/// Checks the anchor of a vault, which has to be a single point of a room.
pub(super) fn point(check: &mut Checker<'_>, raw: Option<&Anchor<String>>) -> AnchorPoint {
    let Some(raw) = raw else { return AnchorPoint::Center };
    check.inside(Field("at"), |check| {
        check_fractions(check, raw);
        without_names(raw).single_point().unwrap_or_else(|| {
            check.refuse(ProblemCode::Conflict, "`at` of a vault must be a single point", SINGLE_POINTS.to_owned());
            AnchorPoint::Center
        })
    })
}

/// Checks the anchor of a key: a single point of a room, or `Anywhere`, which is `None`.
pub(super) fn key_place(check: &mut Checker<'_>, raw: &Anchor<String>) -> Option<AnchorPoint> {
    check.inside(Field("at"), |check| {
        check_fractions(check, raw);
        let anchor = without_names(raw);
        if anchor == Anchor::Anywhere {
            return None;
        }
        let point = anchor.single_point();
        if point.is_none() {
            let help = SINGLE_POINTS.replace("allowed:", "single points:");
            check.refuse(ProblemCode::Conflict, "`at` of a key must be a single point or `Anywhere`", help);
        }
        point
    })
}

/// Refuses the fractions of `At` that are out of range.
fn check_fractions<Name>(check: &mut Checker<'_>, raw: &Anchor<Name>) {
    if let Anchor::At(u, v) = raw {
        for (number, fraction) in [u, v].into_iter().enumerate() {
            check.number(Index(number), *fraction, 0.0..=1.0);
        }
    }
}

/// An anchor that has to be a single point, and so names no formation.
fn without_names(raw: &Anchor<String>) -> Anchor {
    raw.with_names(&mut |_| 0)
}

/// The index of an earlier formation's name in `names`. Refuses an unknown name.
fn named(check: &mut Checker<'_>, name: &str, names: &[&str]) -> u16 {
    // A layout has no more names than formations, so the cast loses nothing.
    names.iter().position(|known| *known == name).map(|number| number as u16).unwrap_or_else(|| {
        let message = format!("no earlier formation of this layout has the name {name:?}");
        check.refuse(ProblemCode::UnknownName, message, suggestion(name, names.iter().copied()));
        0
    })
}
