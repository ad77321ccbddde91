use super::checker::Checker;
use crate::{
    geom::Size,
    preset::{
        Bonus, Path, PathRooms, RoomSides, StartRule,
        locate::Step::Field,
        raw::{DEFAULT_SHARE, RawBonus, RawPath, RawRooms, RawStart},
    },
};

/// The largest width of a door, in cells.
const MAX_DOOR: i64 = 3;
/// More rooms than any level has cells.
const MAX_ROOMS: i64 = Size::MAX_CELLS;

pub(super) fn sides(check: &mut Checker<'_>, raw: &RawRooms) -> RoomSides {
    check.inside(Field("rooms"), |check| {
        let longest = i64::from(Size::MAX_SIDE);
        let min = check.whole(Field("min"), raw.min, 1..=longest / 2);
        let max = check.whole(Field("max"), raw.max, 1..=longest);
        if max < 2 * min {
            check.inside(Field("max"), |check| {
                let help =
                    format!("with `min: {min}` it is at least {}, so that whatever is too large can be cut", 2 * min);
                check.refuse(format!("the largest side {max} is less than twice the smallest"), help);
            });
        }
        RoomSides {
            min,
            max,
            ratio: check.reach(Field("ratio"), raw.ratio, 0.0..=1.0),
            stop: check.number(Field("stop"), raw.stop, 0.0..=1.0),
            longer: check.number(Field("longer"), raw.longer, 0.0..=1.0),
        }
    })
}

pub(super) fn door(check: &mut Checker<'_>, door: (i64, i64), smallest: i32) -> (i32, i32) {
    check.inside(Field("style"), |check| check.span(Field("door"), door, 1..=MAX_DOOR.min(smallest.into())))
}

pub(super) fn start(raw: RawStart) -> StartRule {
    match raw {
        RawStart::Edge => StartRule::Edge,
        RawStart::Anywhere => StartRule::Anywhere,
    }
}

pub(super) fn path(check: &mut Checker<'_>, raw: &RawPath) -> Path {
    check.inside(Field("path"), |check| {
        let rooms = match (raw.rooms, raw.share) {
            (Some(rooms), None) => {
                let (least, most) = check.span(Field("rooms"), rooms, 1..=MAX_ROOMS);
                PathRooms::Count(least.unsigned_abs(), most.unsigned_abs())
            }
            (None, share) => {
                let (least, most) = check.reach(Field("share"), share.unwrap_or(DEFAULT_SHARE), 0.0..=1.0);
                PathRooms::Share(least, most)
            }
            (Some(_), Some(_)) => {
                let help = "`rooms` is a number, `share` a share of all leaves".to_owned();
                check.inside(Field("share"), |check| check.refuse("the path has both `rooms` and `share`", help));
                PathRooms::Count(1, 1)
            }
        };
        Path { rooms, wander: check.number(Field("wander"), raw.wander, 0.0..=1.0) }
    })
}

pub(super) fn bonus(check: &mut Checker<'_>, raw: &RawBonus) -> Bonus {
    check.inside(Field("bonus"), |check| {
        let (least, most) = check.span(Field("rooms"), raw.rooms.unwrap_or((0, MAX_ROOMS)), 0..=MAX_ROOMS);
        Bonus {
            chance: check.number(Field("chance"), raw.chance, 0.0..=1.0),
            spacing: check.whole(Field("spacing"), raw.spacing, 0..=MAX_ROOMS).unsigned_abs(),
            depth: check.whole(Field("depth"), raw.depth, 0..=MAX_ROOMS).unsigned_abs(),
            rooms: (least.unsigned_abs(), most.unsigned_abs()),
        }
    })
}
