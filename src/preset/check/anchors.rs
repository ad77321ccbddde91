//! Checks anchors: the points at which formations are centred.

use super::checker::{Checker, suggestion};
use crate::{
    geom::{Direction, RectCorner},
    preset::{
        Anchor, AnchorPoint,
        raw::RawAnchor,
        syntax::ValueStep::{Field, Index},
    },
};

/// Checks the anchor of a formation. `names` are those of earlier formations in its layout.
pub(super) fn anchor(check: &mut Checker<'_>, raw: &RawAnchor, names: &[&str]) -> Anchor {
    check.inside(Field("at"), |check| match raw {
        RawAnchor::Corners => Anchor::Corners,
        RawAnchor::Walls => Anchor::Walls,
        RawAnchor::Quarters => Anchor::Quarters,
        RawAnchor::Doors => Anchor::Doors,
        RawAnchor::Anywhere => Anchor::Anywhere,
        RawAnchor::Of(name) => Anchor::Of(check.inside(Index(0), |check| named(check, name, names))),
        RawAnchor::Between(from, to) => {
            let mut end = |number, raw| check.inside(Index(number), |check| end(check, raw));
            Anchor::Between(end(0, from), end(1, to))
        }
        single => match spot(check, single) {
            Some(AnchorPoint::Corner(corner)) => Anchor::Corner(corner),
            Some(AnchorPoint::Wall(side)) => Anchor::Wall(side),
            Some(AnchorPoint::At(u, v)) => Anchor::At(u, v),
            Some(AnchorPoint::Center) | None => Anchor::Center,
        },
    })
}

/// The point that an anchor names; `None` for an anchor with several or random points.
fn spot(check: &mut Checker<'_>, raw: &RawAnchor) -> Option<AnchorPoint> {
    Some(match raw {
        RawAnchor::Center => AnchorPoint::Center,
        RawAnchor::NorthWest => AnchorPoint::Corner(RectCorner::NorthWest),
        RawAnchor::NorthEast => AnchorPoint::Corner(RectCorner::NorthEast),
        RawAnchor::SouthEast => AnchorPoint::Corner(RectCorner::SouthEast),
        RawAnchor::SouthWest => AnchorPoint::Corner(RectCorner::SouthWest),
        RawAnchor::North => AnchorPoint::Wall(Direction::North),
        RawAnchor::East => AnchorPoint::Wall(Direction::East),
        RawAnchor::South => AnchorPoint::Wall(Direction::South),
        RawAnchor::West => AnchorPoint::Wall(Direction::West),
        RawAnchor::At(u, v) => {
            let mut share = |number, share| check.number(Index(number), share, 0.0..=1.0).unwrap_or_default();
            AnchorPoint::At(share(0, *u), share(1, *v))
        }
        _ => return None,
    })
}

fn end(check: &mut Checker<'_>, raw: &RawAnchor) -> AnchorPoint {
    spot(check, raw).unwrap_or_else(|| {
        check.refuse(
            "each end of `Between` must be a single point",
            "allowed: `Center`, a corner such as `NorthWest`, a wall such as `North`, and `At(0.5, 0.25)`".to_owned(),
        );
        AnchorPoint::Center
    })
}

/// The index of an earlier formation's name in `names`. Refuses an unknown name.
fn named(check: &mut Checker<'_>, name: &str, names: &[&str]) -> u16 {
    // A layout has no more names than formations, so the cast loses nothing.
    names.iter().position(|known| *known == name).map(|number| number as u16).unwrap_or_else(|| {
        let help = suggestion(name, names.iter().copied());
        check.refuse(format!("no earlier formation of this layout has the name {name:?}"), help);
        0
    })
}
