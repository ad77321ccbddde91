//! The layout of a run's sheet: acts in rows, branches below the floors of their stairs.

use super::layout::{ABOUT_TIMES, ABOVE_CAPTION, MARGIN, WIDE, below_title, fitted_scale, line, unlike};
use crate::picture::{Picture, PictureError, PictureOptions};
use roomgen::run::RunFloor;

/// The number of pixels between two floors of an act, between two acts, and between two rows.
pub(super) const GAP: i32 = 20;
const ACT_GAP: i32 = 44;
const ROW_GAP: i32 = 52;
/// The number of pixels between the lines below the title, the key of the curves, and the floors.
const BELOW_ABOUT: i32 = 10;
const BELOW_HEADER: i32 = 30;
/// The number of pixels below the name of an act.
const BELOW_NAME: i32 = 8;
/// The number of pixels above the curves, and between them and a branch.
const ABOVE_CURVES: i32 = 6;
const ABOVE_BRANCH: i32 = 22;
/// The number of pixels between the two curves.
pub(super) const BETWEEN_CURVES: i32 = 2;

/// Some floors of an act beside each other: all of them, or a part of an act that is too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ActRow {
    /// The positions of its floors in the list of all.
    pub(super) floors: Vec<usize>,
    /// Its left and its upper edge.
    pub(super) at: [i32; 2],
    /// Whether the act goes on from an earlier row.
    pub(super) is_rest: bool,
}

/// The layout of a run's sheet. Lengths are in pixels.
#[derive(Clone, Debug)]
pub(super) struct RunSheetLayout {
    pub(super) sides: (u32, u32),
    /// The width and height of a level's picture at most.
    pub(super) level: (i32, i32),
    pub(super) acts: Vec<ActRow>,
    /// The upper left corner of each floor's picture, by position.
    pub(super) corners: Vec<[i32; 2]>,
    /// For each floor of a branch the floor above it, as positions.
    pub(super) stairs: Vec<(usize, usize)>,
    /// The side of a font pixel in captions.
    pub(super) times: i32,
    /// The upper edge of the key of the curves.
    pub(super) key: i32,
}

impl RunSheetLayout {
    /// The layout with which a sheet is nearest to 16:10, at this scale or the largest that is
    /// comfortable, and the scale. `about` is the number of lines below the title.
    pub(super) fn of(
        floors: &[RunFloor],
        options: PictureOptions,
        scale: Option<u32>,
        columns: Option<u32>,
        about: i32,
    ) -> Result<(Self, u32), PictureError> {
        let at = |scale: u32| {
            let mut level = (0, 0);
            for floor in floors {
                let (width, height) = PictureOptions { scale, ..options }.dimensions(floor.size)?;
                level = (level.0.max(width as i32), level.1.max(height as i32));
            }
            let main = floors.iter().filter(|floor| floor.branch.is_none()).count().max(1);
            let columns = match columns {
                Some(columns) => columns as usize..=columns as usize,
                None => 1..=main,
            };
            let layouts = columns.map(|columns| Self::with(floors, level, columns.max(1), about));
            let layout = layouts.min_by_key(|layout| unlike(layout.sides.0.into(), layout.sides.1.into()));
            let layout = layout.unwrap_or_else(|| Self::with(floors, level, 1, about));
            let (width, height) = (u64::from(layout.sides.0), u64::from(layout.sides.1));
            if width.saturating_mul(height) > Picture::MAX_PIXELS {
                return Err(PictureError::LargePage { width, height });
            }
            Ok((layout, scale))
        };
        fitted_scale(scale, at, |layout| layout.sides)
    }

    /// The height of both curves.
    pub(super) fn curves(&self) -> i32 {
        2 * self.curve() + BETWEEN_CURVES
    }

    /// The height of a curve.
    pub(super) fn curve(&self) -> i32 {
        (self.level.1 / 5).clamp(30, 90)
    }

    /// The upper edge of the curves below an act.
    pub(super) fn curves_at(&self, act: &ActRow) -> i32 {
        act.at[1] + self.name() + self.floor() + ABOVE_CURVES
    }

    /// The width of an act.
    pub(super) fn width(&self, act: &ActRow) -> i32 {
        act.floors.len() as i32 * (self.level.0 + GAP) - GAP
    }

    /// The height of the name of an act.
    fn name(&self) -> i32 {
        line(ABOUT_TIMES) + BELOW_NAME
    }

    /// The height of a floor with its caption of two lines.
    fn floor(&self) -> i32 {
        self.level.1 + ABOVE_CAPTION + 2 * line(self.times)
    }

    /// The layout with at most so many floors in a row.
    fn with(floors: &[RunFloor], level: (i32, i32), columns: usize, about: i32) -> Self {
        let times = if level.0 >= WIDE as i32 { 2 } else { 1 };
        let key = below_title(about) + BELOW_ABOUT;
        let (corners, stairs) = (vec![[0, 0]; floors.len()], Vec::new());
        let mut layout = Self { sides: (0, 0), level, acts: Vec::new(), corners, stairs, times, key };
        let main: Vec<usize> = (0..floors.len()).filter(|&at| floors[at].branch.is_none()).collect();
        let mut at = [MARGIN, key + line(ABOUT_TIMES) + BELOW_HEADER];
        let (mut depth, mut right) = (0, 0);
        for (number, row) in rows(floors, &main, columns).into_iter().enumerate() {
            if number > 0 {
                at = [MARGIN, at[1] + layout.row(depth) + ROW_GAP];
            }
            let first = layout.acts.len();
            for (part, is_rest) in row {
                for (number, &floor) in (0..).zip(&part) {
                    layout.corners[floor] = [at[0] + number * (level.0 + GAP), at[1] + layout.name()];
                }
                let act = ActRow { floors: part, at, is_rest };
                at[0] += layout.width(&act) + ACT_GAP;
                layout.acts.push(act);
            }
            right = right.max(at[0] - ACT_GAP);
            depth = layout.add_branches(floors, first);
        }
        let height = at[1] + layout.row(depth) + MARGIN;
        layout.sides = ((right + MARGIN).unsigned_abs(), height.unsigned_abs());
        layout
    }

    /// The height of a row with so many floors of branches below each other.
    fn row(&self, branches: i32) -> i32 {
        self.name() + self.floor() + ABOVE_CURVES + self.curves() + branches * (ABOVE_BRANCH + self.floor())
    }

    /// Places the branches of a row, of which `first` is the first act: each below the floor of its
    /// stair, its floors side by side as far as there is room. Returns the number of their rows.
    fn add_branches(&mut self, floors: &[RunFloor], first: usize) -> i32 {
        let row: Vec<usize> = self.acts[first..].iter().flat_map(|act| act.floors.iter().copied()).collect();
        // How many rows of branches there are below each floor of the row.
        let mut used = vec![0; row.len()];
        for (column, &floor) in row.iter().enumerate() {
            for (branch, _) in &floors[floor].branches {
                let of_branch: Vec<_> =
                    (0..floors.len()).filter(|&at| floors[at].branch.as_ref() == Some(branch)).collect();
                let mut above = floor;
                let columns = (row.len() - column).max(1);
                for part in of_branch.chunks(columns) {
                    let depth = used[column..].iter().take(part.len()).copied().max().unwrap_or(0);
                    for (at, &of_branch) in (column..).zip(part) {
                        let [left, top] = self.corners[row[at]];
                        let top = top + self.floor() + ABOVE_CURVES + self.curves() + ABOVE_BRANCH;
                        self.corners[of_branch] = [left, top + depth * (ABOVE_BRANCH + self.floor())];
                        self.stairs.push((above, of_branch));
                        (used[at], above) = (depth + 1, of_branch);
                    }
                }
            }
        }
        used.into_iter().max().unwrap_or(0)
    }
}

/// Some floors of an act, and whether it goes on from an earlier row.
type PartOfAct = (Vec<usize>, bool);

/// The acts of each row of at most so many floors: as many as fit whole, or a part of a longer one.
fn rows(floors: &[RunFloor], main: &[usize], columns: usize) -> Vec<Vec<PartOfAct>> {
    let (mut rows, mut used): (Vec<Vec<PartOfAct>>, usize) = (vec![Vec::new()], 0);
    for act in main.chunk_by(|&one, &other| floors[one].act == floors[other].act) {
        if used > 0 && used + act.len() > columns {
            rows.push(Vec::new());
            used = 0;
        }
        for (number, part) in act.chunks(columns).enumerate() {
            if number > 0 {
                rows.push(Vec::new());
                used = 0;
            }
            rows.last_mut().into_iter().for_each(|row| row.push((part.to_vec(), number > 0)));
            used += part.len();
        }
    }
    rows
}
