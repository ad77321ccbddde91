//! The faces of walls in the isometric view: courses of bricks, leaves or boards, of any height.
//!
//! Consumes a [`WallStyle`] and a place on a face, and gives a colour. A face is cut off at the top
//! where its wall is low, so that the courses of adjoining walls meet.

use super::super::{
    boulders::BoulderTexture,
    canvas::{darker, hash, lighter},
    facing::TINTS,
};
use roomgen::{color::Color, theme::WallStyle};

/// How far outer walls extend below the floor in sixteenths of a metre, to give the level some
/// thickness.
pub(super) const DEPTH: i32 = 4;

/// Opacity of the shadow on east faces and on south faces, in 256ths.
pub(super) const EAST: u32 = 84;
pub(super) const SOUTH: u32 = 10;

/// The height of a course of bricks with its joint, and the length of a brick, in sixteenths of a
/// metre.
const COURSE: i32 = 5;
const BRICK: i32 = 8;

/// The width of a board with its joint, in sixteenths of a metre.
const BOARD: i32 = 4;

/// The colour of a face at a place: `along` the wall from the level's corner and `up` from the
/// floor, in sixteenths of a metre. `line` tells walls apart that lie behind each other.
pub(super) fn face_color(style: WallStyle, tints: &[Color; TINTS], [along, up]: [i32; 2], line: i32) -> Color {
    let base = tints[2];
    match style {
        WallStyle::Bricks => {
            let course = up.div_euclid(COURSE);
            let along = along + if course % 2 == 0 { 0 } else { BRICK / 2 };
            let stone = tints[hash(along.div_euclid(BRICK), line * 64 + course) as usize % TINTS];
            match (up.rem_euclid(COURSE), along.rem_euclid(BRICK)) {
                (0, _) | (_, 0) => darker(base, 76),
                (4, _) => lighter(stone, 26),
                (1, _) => darker(stone, 22),
                _ => stone,
            }
        }
        WallStyle::Rock => {
            let boulder = BoulderTexture::broad().at(along, line * 48 - up);
            darker(tints[usize::from(boulder.tint)], (12 - up).clamp(0, 12) as u32 * 4)
        }
        WallStyle::Hedge => {
            // Leaves of two by two, as on the top of a hedge, in the shade of those above them.
            let (x, y) = (along.div_euclid(2), (up + along.div_euclid(4) % 2).div_euclid(2));
            let bits = hash(x, line * 64 + y);
            let leaf = darker(tints[bits as usize % TINTS], (16 - up).clamp(0, 16) as u32 * 4);
            match bits >> 8 & 7 {
                0 => darker(leaf, 90),
                1 => lighter(leaf, 46),
                _ => leaf,
            }
        }
        WallStyle::Planks => {
            let board = along.div_euclid(BOARD);
            let bits = hash(board, line);
            let wood = tints[bits as usize % TINTS];
            match (up, along.rem_euclid(BOARD)) {
                // The skirting board, and its upper edge.
                (0..=2, _) => darker(base, 40),
                (3, _) => lighter(base, 30),
                (_, 3) => darker(base, 84),
                (_, 0) => lighter(wood, 22),
                // One board of eight has a knot.
                (9 | 10, 1) if bits >> 8 & 7 == 0 => darker(wood, 70),
                _ => wood,
            }
        }
    }
}
