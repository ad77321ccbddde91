//! Overlays: data about a level, drawn over its picture.
//!
//! Consumes the inputs of a picture and a set of [`Overlays`]. Tints lie on the floor, below walls
//! and props; that of danger lies over flat props. Lines are drawn last, in the pixels of the
//! finished picture, so that they are crisp at every scale. Labels follow all lines and never
//! overlap. A new overlay is a variant of [`Overlay`] and a function in a submodule.

mod anchors;
mod cells;
mod danger;
mod grid;
mod mission;
mod partition;
mod quadtree;
mod rooms;
mod routes;
#[cfg(test)]
mod tests;

use super::{Picture, PictureInputs, labels::PictureLabels, pen::LinePen};
pub(crate) use cells::FloorTints;
pub(super) use cells::{FAR, heat};
pub use danger::dearest_room;
pub(super) use danger::{LOOT, MEMBER, danger_heat, loot_icon, member_icon};
use roomgen::color::Color;
pub(super) use rooms::color as room_color;
pub(crate) use routes::main_way;

roomgen_text::named! {
/// A kind of data about a level that is drawn over its picture, in drawing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Overlay: "overlay" {
    /// Shows the walking distance of each cell from the entry: a heat map with numbers where
    /// they fit.
    Distance => "distance",
    /// Shows what budgets bought: rooms as heat by the cost of their encounters, the members of
    /// each group with its cost, and loot with its value.
    ///
    /// The number of a room is the cost of its encounters, and that below it the value of its
    /// loot. `4/9` is a room that spent 4 of the 9 that it was to get, and could have bought
    /// something with the rest. A boss, which is reserved, is named.
    Danger => "danger",
    /// Shows the cells that stay free of obstacles: before doors, and the entry and the exit.
    ///
    /// Crosses mark the props that were rejected there.
    Clearance => "clearance",
    /// Shows the props that were removed to open walkways.
    Walkways => "walkways",
    /// Shows the quadtree of [`Level::index`](roomgen::Level::index): its nodes down to 2 by 2
    /// cells.
    ///
    /// Lines are finer for smaller nodes. Frames mark the cells that props cover. Cells are
    /// dimmed by the size of their smallest node, and lit where a prop stands.
    Quadtree => "quadtree",
    /// Shows the cuts of the partition, the first one widest.
    Partition => "partition",
    /// Shows the edges of cells, with the coordinates of every fifth.
    Grid => "grid",
    /// Shows the passages between rooms: dashed if secret, in the colour of the lock if locked.
    Graph => "graph",
    /// Shows the main path, from the entry to the exit.
    Path => "path",
    /// Shows the second way of each cycle, from the path by its detours to the path.
    Cycles => "cycles",
    /// Shows the entry and the exit, with arrows along the first and last steps of the main
    /// path.
    Entry => "entry",
    /// Shows the mission: the names of keys, lines to their locks, shortcuts, and the
    /// walkthrough.
    Mission => "mission",
    /// Shows the anchors of formations, with formation numbers and the bounding boxes of their
    /// props.
    Anchors => "anchors",
    /// Shows the rooms, framed by kind, with ids, kinds, tags, and layouts or vaults.
    Rooms => "rooms",
}
}

impl Overlay {
    /// A description in a few words, for help and legends.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Distance => "steps from the entry",
            Self::Danger => "colours by the cost of encounters in each room; loot by value",
            Self::Clearance => "kept free of obstacles; crosses: props kept out",
            Self::Walkways => "props that went to open a way",
            Self::Quadtree => "index of props: nodes by size",
            Self::Partition => "cuts of the partition, the first widest",
            Self::Grid => "cells and coordinates",
            Self::Path => "main path",
            Self::Cycles => "second ways, by detours",
            Self::Graph => "passages; dashed: secret, in colour: locked",
            Self::Entry => "way in and way out",
            Self::Mission => "keys and their locks, shortcuts, walkthrough",
            Self::Anchors => "anchors of formations, by number in the layout",
            Self::Rooms => "ids, kinds, tags, layouts or vaults",
        }
    }

    /// Whether the overlay needs a [`GenerationRecord`](super::GenerationRecord), for data that
    /// exists only during generation.
    #[must_use]
    pub const fn needs_record(self) -> bool {
        matches!(self, Self::Clearance | Self::Walkways | Self::Partition | Self::Anchors)
    }

    /// Whether the overlay tells a player nothing that [`Level::shown_to`] hides.
    ///
    /// [`Level::shown_to`]: roomgen::Level::shown_to
    #[must_use]
    pub const fn is_for_players(self) -> bool {
        match self {
            Self::Grid => true,
            Self::Distance
            | Self::Danger
            | Self::Clearance
            | Self::Walkways
            | Self::Quadtree
            | Self::Partition
            | Self::Graph
            | Self::Path
            | Self::Cycles
            | Self::Entry
            | Self::Mission
            | Self::Anchors
            | Self::Rooms => false,
        }
    }

    /// Whether the overlay can be drawn only in [`View::Top`](super::View::Top).
    #[must_use]
    pub const fn is_top_only(self) -> bool {
        matches!(self, Self::Quadtree)
    }

    /// Whether the overlay needs even light: it colours the floor, or divides the level where
    /// pictures are dark.
    #[must_use]
    pub const fn needs_even_light(self) -> bool {
        match self {
            Self::Distance | Self::Clearance | Self::Walkways | Self::Quadtree | Self::Partition => true,
            Self::Danger | Self::Grid | Self::Anchors | Self::Rooms => true,
            Self::Path | Self::Cycles | Self::Graph | Self::Entry | Self::Mission => false,
        }
    }

    /// The colour of the overlay's lines and of its symbol in legends.
    pub(crate) const fn color(self) -> Color {
        match self {
            Self::Distance => Color::new(0x35, 0xb7, 0x79),
            Self::Danger => Color::new(0xff, 0x52, 0x46),
            Self::Clearance => Color::new(0x54, 0xd4, 0x6a),
            Self::Walkways => Color::new(0xff, 0x8a, 0x2a),
            Self::Quadtree => Color::new(0x54, 0xf0, 0xe4),
            Self::Partition => Color::new(0xc4, 0xa4, 0xff),
            Self::Grid => Color::new(0xd8, 0xe0, 0xe8),
            Self::Path => Color::new(0xff, 0xd2, 0x3e),
            Self::Cycles => Color::new(0x6c, 0xd8, 0xff),
            Self::Graph => Color::new(0x58, 0xc4, 0xff),
            Self::Entry => Color::new(0xff, 0xff, 0xff),
            Self::Mission => Color::new(0xff, 0xf6, 0xe4),
            Self::Anchors => Color::new(0xff, 0x6a, 0xd0),
            Self::Rooms => Color::new(0xf4, 0xf0, 0xe4),
        }
    }
}

/// A set of overlays. They are drawn in the order of [`Overlay::ALL`], each once.
///
/// ```
/// use roomgen_export::png::{PictureOptions, Overlay, Overlays};
///
/// let overlays = Overlays::from(Overlay::Quadtree);
/// let options = PictureOptions { overlays, ..PictureOptions::default() };
/// assert!(options.overlays.contains("quadtree".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Overlays(u32);

impl Overlays {
    /// The set without any overlay.
    pub const NONE: Self = Self(0);

    /// The set with one more overlay.
    #[must_use]
    pub const fn with(self, overlay: Overlay) -> Self {
        Self(self.0 | 1 << overlay as u32)
    }

    /// Whether the set contains an overlay.
    #[must_use]
    pub const fn contains(self, overlay: Overlay) -> bool {
        self.0 >> overlay as u32 & 1 == 1
    }

    /// The overlays of the set, in drawing order.
    pub fn iter(self) -> impl Iterator<Item = Overlay> {
        Overlay::ALL.iter().copied().filter(move |&overlay| self.contains(overlay))
    }

    /// The tints of these overlays on the floor.
    pub(super) fn ground(self, subject: &PictureInputs<'_>) -> FloorTints {
        let mut ground = FloorTints::default();
        for overlay in self.iter() {
            match overlay {
                Overlay::Distance => cells::add_distance(subject, &mut ground),
                Overlay::Danger => danger::add(subject, &mut ground),
                Overlay::Clearance => cells::add_clearance(subject, &mut ground),
                Overlay::Walkways => cells::add_walkways(subject, &mut ground),
                Overlay::Quadtree | Overlay::Partition | Overlay::Grid | Overlay::Graph => {}
                Overlay::Path | Overlay::Cycles | Overlay::Entry | Overlay::Mission => {}
                Overlay::Anchors | Overlay::Rooms => {}
            }
        }
        ground
    }

    pub(super) fn draw(self, subject: &PictureInputs<'_>, picture: &mut Picture) {
        if self.contains(Overlay::Quadtree) {
            quadtree::draw(subject.level, &subject.viewport, picture);
        }
        let mut labels = PictureLabels::default();
        let mut pen = LinePen::new(subject.viewport, picture);
        for overlay in self.iter() {
            match overlay {
                Overlay::Distance | Overlay::Quadtree => {}
                Overlay::Danger => danger::draw(subject, &mut pen, &mut labels),
                Overlay::Clearance => cells::draw_clearance(subject, &mut pen),
                Overlay::Walkways => cells::draw_walkways(subject, &mut pen),
                Overlay::Partition => partition::draw(subject, &mut pen),
                Overlay::Grid => grid::draw(subject, &mut pen, &mut labels),
                Overlay::Path => routes::draw_path(subject, &mut pen),
                Overlay::Cycles => routes::draw_cycles(subject, &mut pen, &mut labels),
                Overlay::Graph => routes::draw_graph(subject, &mut pen),
                Overlay::Entry => routes::draw_entry(subject, &mut pen, &mut labels),
                Overlay::Mission => mission::draw(subject, &mut pen, &mut labels),
                Overlay::Anchors => anchors::draw(subject, &mut pen),
                Overlay::Rooms => rooms::draw(subject, &mut pen, &mut labels),
            }
        }
        // The most numerous labels come last, so that they take no place from the others.
        if self.contains(Overlay::Anchors) {
            anchors::label(subject, &mut labels);
        }
        if self.contains(Overlay::Distance) {
            cells::label_distance(subject, &mut labels);
        }
        labels.write(&mut pen);
    }
}

impl From<Overlay> for Overlays {
    fn from(overlay: Overlay) -> Self {
        Self::NONE.with(overlay)
    }
}

impl FromIterator<Overlay> for Overlays {
    fn from_iter<I: IntoIterator<Item = Overlay>>(overlays: I) -> Self {
        overlays.into_iter().fold(Self::NONE, Self::with)
    }
}
