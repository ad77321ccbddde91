//! Shares as whole fights: each room has none, or at least as much as a fight.

use super::shares::UNIT;

/// What sharing knows of a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RoomShare {
    pub(super) room: u32,
    /// The first room of its arm, or itself.
    pub(super) arm: u32,
    /// Whether its arm is the dearer of a cycle, or the other one.
    pub(super) is_dear: Option<bool>,
    /// Its share, in multiples of 1/[`UNIT`].
    pub(super) share: u64,
    /// The most that it may get.
    pub(super) limit: u32,
    /// What it gets.
    pub(super) got: u32,
}

/// Turns shares into whole numbers: 0, or from `fight` up to the limit of the room. Their sum is at
/// most `total`.
///
/// The rooms of an arm come one after the other. The sum of an arm is a number of at least a fight,
/// or 0; what it lacks or has too much is carried to the next arm, beginning with `phase`, and in
/// the same way from room to room of the arm. A dearer arm with a share has a fight at least, the
/// other one none that its share does not pay. What no arm may have goes to rooms that have a
/// fight, up to their limits.
pub(super) fn share_whole(rooms: &mut [RoomShare], total: u32, fight: u32, phase: i64) {
    let fight = fight.max(1);
    let (mut carried, mut left) = (phase, total);
    for arm in rooms.chunk_by_mut(|one, next| one.arm == next.arm) {
        let share: u64 = arm.iter().map(|room| room.share).sum();
        if share == 0 {
            continue;
        }
        let wanted = share as i64 + carried;
        let whole = u32::try_from(wanted / UNIT as i64).unwrap_or_default();
        let is_near = wanted * 2 >= i64::from(fight) * UNIT as i64;
        let whole = match arm[0].is_dear {
            Some(true) => whole.max(fight),
            Some(false) if whole < fight => 0,
            None if whole < fight => {
                if is_near {
                    fight
                } else {
                    0
                }
            }
            _ => whole,
        };
        let given = share_arm(arm, share, whole.min(left), fight);
        left -= given;
        carried = wanted - i64::from(given) * UNIT as i64;
    }
    for room in rooms.iter_mut().filter(|room| room.got > 0 && room.is_dear != Some(false)) {
        let more = (room.limit - room.got).min(left);
        room.got += more;
        left -= more;
    }
}

/// Shares `whole` among the rooms of an arm, whose shares add up to `share`. Returns what they got.
fn share_arm(arm: &mut [RoomShare], share: u64, whole: u32, fight: u32) -> u32 {
    let (mut due, mut left) = (0, whole);
    // First by their shares, then up to their limits.
    for room in &mut *arm {
        due += (u128::from(room.share) * u128::from(whole) * u128::from(UNIT) / u128::from(share)) as i64;
        if room.limit < fight || left < fight || due * 2 < i64::from(fight) * UNIT as i64 {
            continue;
        }
        let wanted = u32::try_from((due + UNIT as i64 / 2) / UNIT as i64).unwrap_or_default();
        let got = wanted.clamp(fight, room.limit.max(fight)).min(left);
        room.got = if left - got < fight { left.min(room.limit) } else { got };
        left -= room.got;
        due -= i64::from(room.got) * UNIT as i64;
    }
    for has_some in [true, false] {
        for room in arm.iter_mut().filter(|room| (room.got > 0) == has_some && room.limit >= fight) {
            if has_some || left >= fight {
                let more = (room.limit - room.got).min(left);
                room.got += more;
                left -= more;
            }
        }
    }
    whole - left
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: u32 = u32::MAX;

    /// What rooms get, each given as its arm, its share in whole numbers, and its limit.
    fn shared(rooms: &[(u32, Option<bool>, u64, u32)], total: u32, fight: u32, phase: i64) -> Vec<u32> {
        let mut rooms: Vec<RoomShare> = (0..)
            .zip(rooms)
            .map(|(room, &(arm, is_dear, share, limit))| RoomShare {
                room,
                arm,
                is_dear,
                share: share * UNIT,
                limit,
                got: 0,
            })
            .collect();
        share_whole(&mut rooms, total, fight, phase);
        rooms.iter().map(|room| room.got).collect()
    }

    #[test]
    fn dust_becomes_fights_by_carrying_it_on() {
        let alone = [0, 1, 2, 3, 4, 5, 6, 7].map(|arm| (arm, None, 1, ANY));
        assert_eq!(shared(&alone, 8, 4, 0), [0, 4, 0, 0, 0, 4, 0, 0]);
        assert_eq!(shared(&alone, 8, 4, -2 * UNIT as i64), [0, 0, 0, 4, 0, 0, 0, 4], "from a later one on");
        assert_eq!(shared(&alone, 8, 0, 0), [1; 8], "without a fight each has its share");
    }
}
