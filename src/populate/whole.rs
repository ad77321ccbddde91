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
    /// The least that it may get: 1 or more.
    pub(super) fight: u32,
    /// The most that it may get.
    pub(super) limit: u32,
    /// What it gets.
    pub(super) got: u32,
}

/// Turns shares into whole numbers: 0, or from a fight of the room up to its limit. Their sum is at
/// most `total`.
///
/// The rooms of an arm come one after the other. The sum of an arm is at least the least fight of
/// its rooms, or 0; what it lacks or has too much is carried to the next arm, beginning with
/// `phase`, and in the same way from room to room of the arm. A dearer arm with a share has a fight
/// at least, the other one none that its share does not pay. What no arm may have goes to rooms
/// with a share, up to their limits, first to those that have a fight.
pub(super) fn share_whole(rooms: &mut [RoomShare], total: u32, phase: i64) {
    let (mut carried, mut left) = (phase, total);
    for arm in rooms.chunk_by_mut(|one, next| one.arm == next.arm) {
        let share: u64 = arm.iter().map(|room| room.share).sum();
        let fight = arm.iter().filter(|room| room.share > 0).map(|room| room.fight).min();
        let Some(fight) = fight else { continue };
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
        let given = share_arm(arm, share, whole.min(left));
        left -= given;
        carried = wanted - i64::from(given) * UNIT as i64;
    }
    let may_have_more = |room: &&mut RoomShare| room.share > 0 && room.is_dear != Some(false);
    fill(rooms.iter_mut().filter(|room| room.got > 0 && may_have_more(room)), &mut left);
    fill(rooms.iter_mut().filter(|room| room.got == 0 && may_have_more(room)), &mut left);
}

/// Gives rooms what is left, each up to its limit: nothing if that is less than a fight.
fn fill<'a>(rooms: impl Iterator<Item = &'a mut RoomShare>, left: &mut u32) {
    for room in rooms {
        let more = (room.limit - room.got).min(*left);
        if room.got + more >= room.fight {
            room.got += more;
            *left -= more;
        }
    }
}

/// Shares `whole` among the rooms of an arm, whose shares add up to `share`. Returns what they got.
fn share_arm(arm: &mut [RoomShare], share: u64, whole: u32) -> u32 {
    let (mut due, mut left) = (0, whole);
    // First by their shares, then up to their limits.
    for room in &mut *arm {
        due += (u128::from(room.share) * u128::from(whole) * u128::from(UNIT) / u128::from(share)) as i64;
        let fight = room.fight;
        if room.limit < fight || left < fight || due * 2 < i64::from(fight) * UNIT as i64 {
            continue;
        }
        let wanted = u32::try_from((due + UNIT as i64 / 2) / UNIT as i64).unwrap_or_default();
        let got = wanted.clamp(fight, room.limit.max(fight)).min(left);
        room.got = if left - got < fight { left.min(room.limit) } else { got };
        left -= room.got;
        due -= i64::from(room.got) * UNIT as i64;
    }
    fill(arm.iter_mut().filter(|room| room.got > 0), &mut left);
    fill(arm.iter_mut().filter(|room| room.got == 0 && room.share > 0), &mut left);
    whole - left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{FloorSeed, RandomSource, SeedStage};

    const ANY: u32 = u32::MAX;
    const HALF: i64 = UNIT as i64 / 2;

    /// A room: its arm, whether this is the dearer one, its share in whole numbers, its limit.
    type Given = (u32, Option<bool>, u64, u32);

    fn shared(rooms: &[Given], total: u32, fight: u32, phase: i64) -> Vec<u32> {
        let room = |(room, &(arm, is_dear, share, limit)): (u32, &Given)| {
            let share = share * UNIT;
            RoomShare { room, arm, is_dear, share, fight: fight.max(1), limit, got: 0 }
        };
        let mut rooms: Vec<RoomShare> = (0..).zip(rooms).map(room).collect();
        share_whole(&mut rooms, total, phase);
        rooms.iter().map(|room| room.got).collect()
    }

    #[test]
    fn dust_becomes_fights_by_carrying_it_on() {
        let alone = [0, 1, 2, 3, 4, 5, 6, 7].map(|arm| (arm, None, 1, ANY));
        assert_eq!(shared(&alone, 8, 4, 0), [0, 4, 0, 0, 0, 4, 0, 0]);
        assert_eq!(shared(&alone, 8, 4, -4 * HALF), [0, 0, 0, 4, 0, 0, 0, 4], "from a later one on");
        assert_eq!(shared(&alone, 8, 0, 0), [1; 8], "without a fight each has its share");
        let (none, some) = ((0, None, 0, ANY), (2, None, 7, ANY));
        assert_eq!(shared(&[none, (1, None, 6, ANY), some], 13, 4, 0), [0, 6, 7]);
    }

    #[test]
    fn a_dearer_arm_has_a_fight_and_the_other_one_none_that_it_does_not_pay() {
        let arms = [(0, Some(true), 1, ANY), (0, Some(true), 1, ANY), (2, Some(false), 3, ANY), (3, None, 5, ANY)];
        assert_eq!(shared(&arms, 10, 4, 0), [4, 0, 0, 6]);
    }

    #[test]
    fn what_a_room_may_not_have_goes_to_others() {
        assert_eq!(shared(&[(0, None, 9, 5), (1, None, 3, ANY)], 12, 4, 0), [5, 7]);
        assert_eq!(shared(&[(0, None, 9, 3), (1, None, 3, ANY)], 12, 4, 0), [0, 12]);
        assert_eq!(shared(&[(0, None, 9, 5), (1, None, 3, 5)], 12, 4, 0), [5, 5]);
        assert_eq!(shared(&[(0, None, 2, ANY), (1, None, 1, ANY)], 3, 4, 0), [0, 0]);
    }

    #[test]
    fn sums_limits_and_the_least_of_a_fight_are_kept() {
        let mut draw = FloorSeed::new(0, 0).stream(SeedStage::Allowances);
        for _ in 0..2000 {
            let (mut rooms, mut arm, mut is_dear) = (Vec::new(), 0, None);
            for room in 0..draw.below(12) {
                if draw.below(3) > 0 {
                    (arm, is_dear) = (room, [None, Some(true), Some(false)][draw.below(3) as usize]);
                }
                let limit = if draw.below(2) > 0 { ANY } else { draw.below(12) };
                rooms.push((arm, is_dear, draw.below(9).into(), limit));
            }
            let total: u64 = rooms.iter().map(|&(.., share, _)| share).sum();
            let (fight, phase) = (draw.below(8), i64::from(draw.below(5)) * HALF);
            let got = shared(&rooms, total as u32, fight, phase);
            assert!(u64::from(got.iter().sum::<u32>()) <= total, "{rooms:?} {fight} {got:?}");
            for (&got, &(.., limit)) in got.iter().zip(&rooms) {
                assert!(got <= limit && (got == 0 || got >= fight), "{rooms:?} {fight} {got}");
            }
            // Where nothing is in the way, less than a fight is left.
            let is_free = |(_, is_dear, share, limit): &Given| is_dear.is_none() && *share > 0 && *limit == ANY;
            if rooms.iter().any(is_free) && total >= 2 * u64::from(fight) {
                let left = total - u64::from(got.iter().sum::<u32>());
                assert!(
                    got.iter().all(|&got| got == 0) || left == 0 || left < fight.into(),
                    "{rooms:?} {fight} {got:?}"
                );
            }
        }
    }
}
