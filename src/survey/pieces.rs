//! Pieces: what players recognise when they meet it again, and how often they do.
//!
//! Consumes levels, floor by floor of each run, and the names of the preset's rooms of other sizes.

use std::{
    borrow::Borrow,
    collections::{BTreeMap, BTreeSet},
};

use crate::{level::Level, model::RoomKind};

/// A room that players recognise: by its layout, or by its vault.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// The layout of this name in a start room, in an end room, or in a room of another size.
    Layout(String),
    /// The vault of this name.
    Vault(String),
}

impl Piece {
    /// The name of the layout or vault.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Layout(name) | Self::Vault(name) => name,
        }
    }
}

/// How often a piece stands in levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PieceCounts {
    /// The levels in which it stands.
    pub levels: u64,
    /// The floors on which it stands, and stood on an earlier floor of the same run.
    pub repeats: u64,
}

/// The pieces of many levels, and how many floors repeat one.
///
/// A run is all floors of one seed, the first one first. Guarantee: surveys of parts of the runs,
/// [merged](PieceSurvey::merge) in any order, equal the survey of all runs. Counts saturate.
///
/// ```
/// use roomgen::{Generator, Preset, Request, survey::PieceSurvey};
///
/// let preset = Preset::built_in("crypt")?;
/// let (mut generator, mut pieces) = (Generator::new(&preset), PieceSurvey::new(preset.sizes()));
/// for seed in 0..10 {
///     pieces.add_run((0..3).map(|floor| generator.generate(Request::new(seed).on_floor(floor))));
/// }
/// assert_eq!((pieces.levels(), pieces.later_floors()), (30, 20));
/// for (piece, counts) in pieces.iter() {
///     println!("{} stands in {} levels", piece.name(), counts.levels);
/// }
/// # Ok::<(), roomgen::RequestError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceSurvey {
    /// The tags whose rooms are of another size.
    sizes: BTreeSet<String>,
    levels: u64,
    later_floors: u64,
    repeating_floors: u64,
    pieces: BTreeMap<Piece, PieceCounts>,
}

impl PieceSurvey {
    /// A survey of no levels. `sizes` are the names of the rooms of other sizes, such as
    /// [`Preset::sizes`](crate::Preset::sizes): tags of rooms whose layouts are pieces.
    pub fn new<'a>(sizes: impl IntoIterator<Item = &'a str>) -> Self {
        Self { sizes: sizes.into_iter().map(str::to_owned).collect(), ..Self::default() }
    }

    /// Adds the floors of a run, the first one first. Cost: linear in rooms, times the logarithm of
    /// the number of pieces.
    pub fn add_run(&mut self, floors: impl IntoIterator<Item = impl Borrow<Level>>) {
        let mut met = BTreeSet::new();
        for (number, level) in floors.into_iter().enumerate() {
            let pieces = self.pieces_of(level.borrow());
            self.levels = self.levels.saturating_add(1);
            self.later_floors = self.later_floors.saturating_add((number > 0).into());
            let is_repeat = pieces.iter().any(|piece| met.contains(piece));
            self.repeating_floors = self.repeating_floors.saturating_add(is_repeat.into());
            for piece in pieces {
                let counts = self.pieces.entry(piece.clone()).or_default();
                counts.levels = counts.levels.saturating_add(1);
                counts.repeats = counts.repeats.saturating_add((!met.insert(piece)).into());
            }
        }
    }

    /// The pieces of a level: layouts of start and end rooms and of rooms of other sizes, and
    /// vaults.
    #[must_use]
    pub fn pieces_of(&self, level: &Level) -> BTreeSet<Piece> {
        let layouts = level.rooms.iter().filter(|room| {
            matches!(room.kind, RoomKind::Start | RoomKind::End) || level.tags(room).any(|tag| self.sizes.contains(tag))
        });
        let layouts = layouts.filter_map(|room| level.layout(room)).map(|name| Piece::Layout(name.to_owned()));
        let vaults = level.rooms.iter().filter_map(|room| level.vault(room));
        layouts.chain(vaults.map(|name| Piece::Vault(name.to_owned()))).collect()
    }

    /// Adds the runs of another survey.
    pub fn merge(&mut self, other: &Self) {
        self.sizes.extend(other.sizes.iter().cloned());
        self.levels = self.levels.saturating_add(other.levels);
        self.later_floors = self.later_floors.saturating_add(other.later_floors);
        self.repeating_floors = self.repeating_floors.saturating_add(other.repeating_floors);
        for (piece, others) in &other.pieces {
            let counts = self.pieces.entry(piece.clone()).or_default();
            counts.levels = counts.levels.saturating_add(others.levels);
            counts.repeats = counts.repeats.saturating_add(others.repeats);
        }
    }

    /// The number of levels added, all floors of all runs.
    #[must_use]
    pub fn levels(&self) -> u64 {
        self.levels
    }

    /// The number of floors added that are not the first one of their run.
    #[must_use]
    pub fn later_floors(&self) -> u64 {
        self.later_floors
    }

    /// The number of floors on which a piece of an earlier floor of their run stands again.
    #[must_use]
    pub fn repeating_floors(&self) -> u64 {
        self.repeating_floors
    }

    /// The pieces with their counts, layouts first, in alphabetical order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Piece, PieceCounts)> {
        self.pieces.iter().map(|(piece, counts)| (piece, *counts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::fixture;

    /// The handmade level with these layouts in start and end, and this one in the treasury, the
    /// room with the tag "treasure".
    fn furnished(start: &str, end: &str, treasury: &str) -> Level {
        let mut level = fixture::level();
        let names = [start, "path", end, "bonus", treasury, "shrine"];
        level.layouts = names.map(str::to_owned).into();
        for (layout, room) in (0..).zip(&mut level.rooms) {
            (room.layout, room.vault) = (Some(layout), None);
        }
        level
    }

    fn names(pieces: &BTreeSet<Piece>) -> Vec<&str> {
        pieces.iter().map(Piece::name).collect()
    }

    #[test]
    fn pieces_are_layouts_of_ends_and_sizes_and_vaults() {
        let mut level = furnished("gate", "throne", "vat");
        assert_eq!(names(&PieceSurvey::default().pieces_of(&level)), ["gate", "throne"]);
        assert_eq!(names(&PieceSurvey::new(["treasure"]).pieces_of(&level)), ["gate", "throne", "vat"]);
        level.rooms[1].vault = Some(5);
        level.rooms[0].layout = None;
        let pieces = PieceSurvey::new(["hall"]).pieces_of(&level);
        assert_eq!(
            pieces.into_iter().collect::<Vec<_>>(),
            [Piece::Layout("throne".into()), Piece::Vault("shrine".into())]
        );
    }

    #[test]
    fn a_floor_repeats_what_stood_on_any_earlier_floor_of_its_run() {
        let floors = [
            furnished("gate", "throne", "vat"),
            furnished("stairs", "altar", "bath"),
            furnished("porch", "throne", "bath"),
            furnished("arch", "throne", "pit"),
        ];
        let mut survey = PieceSurvey::new(["treasure"]);
        survey.add_run(&floors);
        // Another run starts anew.
        survey.add_run([&floors[0]]);
        assert_eq!([survey.levels(), survey.later_floors(), survey.repeating_floors()], [5, 3, 2]);
        let counts: Vec<_> =
            survey.iter().map(|(piece, counts)| (piece.name(), counts.levels, counts.repeats)).collect();
        let expected = [
            ("altar", 1, 0),
            ("arch", 1, 0),
            ("bath", 2, 1),
            ("gate", 2, 0),
            ("pit", 1, 0),
            ("porch", 1, 0),
            ("stairs", 1, 0),
            ("throne", 4, 2),
            ("vat", 2, 0),
        ];
        assert_eq!(counts, expected);

        let mut parts = PieceSurvey::new(["treasure"]);
        parts.add_run([&floors[0]]);
        let mut run = PieceSurvey::new(["treasure"]);
        run.add_run(&floors);
        parts.merge(&run);
        assert_eq!(parts, survey);
    }
}
