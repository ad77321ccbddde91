//! Presets: from the text that a designer writes to rules that cannot be invalid.
//!
//! The text is read by serde into a raw mirror of the file, which is then checked, value by value, into a [`Preset`]. All
//! that is wrong is reported at once, each problem with its place in the text.

mod builtin;
mod check;
mod doubts;
mod groups;
mod inherit;
mod locate;
mod parts;
mod placing;
mod ramp;
mod raw;
mod rules;
#[cfg(feature = "schema")]
mod schema;
mod vault;
mod written;

pub use builtin::BUILT_IN;
pub(crate) use doubts::Vain;
pub use groups::{Entry, Part};
pub use inherit::Base;
pub(crate) use parts::parts;
pub(crate) use placing::{Neighbour, Placing};
pub use ramp::{Axis, Ease, Moment, Ramp, Slope};
use rules::Pattern;
pub use rules::{Anchor, Drawing, Formation, Layout, MaskSize, RoomFilter, Shape, Spot, Turn};
pub(crate) use rules::{
    Bonus, DoorPlace, DoorRule, Doors, Loops, Margin, Path, PathRooms, PathRule, Pick, RoomFacts, RoomSides, ShapeRule,
    SidesRule, StartRule, Style, TagRule, limit_at,
};
#[cfg(feature = "schema")]
pub use schema::schema;
pub use vault::Vault;
pub(crate) use vault::{DrawnProp, VaultCell, VaultDrawing, VaultSite};
pub(crate) use written::{Place, Written};

use std::sync::Arc;

use crate::{
    digest::Digest,
    error::{PresetError, RequestError},
    geom::Size,
    model::{Name, PropKind},
    theme::Theme,
};

/// The rules by which levels are made.
///
/// Guarantees, kept by [`Preset::parse`] and [`Preset::with_size`]: every number is in its range, every name that a
/// formation uses exists, the largest room side is at least twice the smallest, doors fit the smallest side, and the size
/// holds at least one room. So generation cannot fail.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    name: Name,
    size: Size,
    pub(crate) sides: SidesRule,
    pub(crate) style: Style,
    pub(crate) doors: Doors,
    pub(crate) start: StartRule,
    pub(crate) path: PathRule,
    pub(crate) bonus: Bonus,
    /// The share of all leaves that become rooms, at least; by the difficulty alone.
    pub(crate) coverage: Ramp,
    pub(crate) loops: Loops,
    /// The names of tags in alphabetical order, each once; at most as many as a mask has bits.
    pub(crate) tags: Arc<[String]>,
    /// In the order of the file.
    pub(crate) tag_rules: Vec<TagRule>,
    /// In the order of the file; the first that fits a passage decides.
    pub(crate) door_rules: Vec<DoorRule>,
    /// Cells before a door that stay free of obstacles.
    pub(crate) clearance: i32,
    /// By name, in order.
    pub(crate) kinds: Vec<PropKind>,
    pub(crate) layouts: Vec<Layout>,
    /// The names of the layouts, then those of the vaults, as the rooms of levels refer to them.
    pub(crate) names: Arc<[String]>,
    /// The distinct drawings of all formations.
    pub(crate) drawings: Vec<Drawing>,
    /// The shapes that rooms take; empty where all are rectangles.
    pub(crate) shapes: Vec<ShapeRule>,
    /// In the order of the file.
    pub(crate) vaults: Vec<Vault>,
    /// The chance that a room has a vault, where one suits it.
    pub(crate) vault_chance: Ramp,
    theme: Theme,
    digest: u64,
    /// For each kind, how its props are placed.
    pub(crate) placings: Vec<Placing>,
}

impl Preset {
    /// Reads a preset from its text. Cost: linear in the text; where it is refused, a walk through the text for each of up to
    /// fifty problems.
    ///
    /// # Errors
    ///
    /// [`PresetError`] with all that is wrong, by line and column: bad syntax, unknown fields and names, values out of
    /// range, layouts that no room can ever take, ragged sprites.
    ///
    /// ```
    /// let broken = roomgen::Preset::parse("(name: \"mine\", size: (80, 5))").unwrap_err();
    /// assert_eq!((broken.problems()[0].line, broken.problems()[0].column), (1, 22));
    /// ```
    pub fn parse(text: &str) -> Result<Self, PresetError> {
        Self::parse_with(text, inherit::no_files)
    }

    /// The same for a preset whose `base` may be a file: `read` is asked for its text, and then for that of the base's own base, by
    /// the words in which the text before it names it; it answers with a sentence why it has none. A base that is built in is
    /// not asked for. At most eight presets build on each other; a name that comes twice is a circle and refused.
    ///
    /// # Errors
    ///
    /// [`PresetError`]; a problem in the text of a base names it.
    ///
    /// ```
    /// use roomgen::{Preset, preset::Base};
    ///
    /// let text = "(name: \"mine\", base: \"stone.ron\", size: (60, 40))";
    /// let stone = "(clearance: 2, size: (90, 90))";
    /// let read = |name: &str| Ok(Base { name: name.to_owned(), text: stone.to_owned() });
    /// assert_eq!(Preset::parse_with(text, read)?.size(), "60x40".parse()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_with(text: &str, read: impl FnMut(&str) -> Result<Base, String>) -> Result<Self, PresetError> {
        Written::read(text, read).map(|written| written.preset)
    }

    /// A preset that is built in, by its name in [`BUILT_IN`].
    ///
    /// # Errors
    ///
    /// [`RequestError::UnknownPreset`] with the names that there are.
    pub fn built_in(name: &str) -> Result<Self, RequestError> {
        builtin::preset(name)
    }

    /// The same rules for levels of another size.
    ///
    /// # Errors
    ///
    /// [`RequestError::TooSmall`] if the smallest room and its walls do not fit.
    pub fn with_size(self, size: Size) -> Result<Self, RequestError> {
        let least = self.least_side();
        if size.width() < least || size.height() < least {
            return Err(RequestError::TooSmall { preset: self.name.to_string(), size, least });
        }
        Ok(Self { size, ..self })
    }

    /// The preset's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name as levels hold it.
    pub(crate) fn shared_name(&self) -> Name {
        self.name.clone()
    }

    /// The size of the levels that it makes.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The smallest side of a level, in cells: the smallest room with a wall on either side.
    #[must_use]
    pub fn least_side(&self) -> i32 {
        (self.leaf_sides(0.0).min + 2).max(Size::MIN_SIDE)
    }

    /// How the level is cut at a difficulty: sides of the leaves, in which the rooms stand.
    pub(crate) fn leaf_sides(&self, difficulty: f32) -> RoomSides {
        self.sides.at(difficulty).around(self.style)
    }

    /// How its levels want to look.
    #[must_use]
    pub fn theme(&self) -> &Theme {
        &self.theme
    }

    /// The kinds of props, by name.
    #[must_use]
    pub fn kinds(&self) -> &[PropKind] {
        &self.kinds
    }

    /// The layouts, in the order of the file.
    #[must_use]
    pub fn layouts(&self) -> &[Layout] {
        &self.layouts
    }

    /// The vaults, in the order of the file.
    #[must_use]
    pub fn vaults(&self) -> &[Vault] {
        &self.vaults
    }

    /// What a formation of this preset draws.
    #[must_use]
    pub fn drawing(&self, formation: &Formation) -> Option<&Drawing> {
        self.drawings.get(usize::from(formation.drawing))
    }

    /// A digest of the rules, the same on every platform: of all that decides a level but size, seed, floor and difficulty.
    /// Name, theme and comments do not count.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.digest
    }

    fn take_digest(&self) -> u64 {
        let mut digest = Digest::default();
        self.sides.digest(&mut digest);
        digest.number(self.doors.width.0).number(self.doors.width.1).number(self.start as i32);
        self.path.digest(&mut digest);
        self.bonus.digest(&mut digest);
        if let Style::Corridors(Margin { least, most }) = self.style {
            digest.text("corridors").number(least).number(most);
        }
        if self.doors.place == DoorPlace::Middle {
            digest.text("middle");
        }
        if !self.coverage.is(0.0) {
            self.coverage.digest(digest.text("coverage"));
        }
        if !self.loops.chance.is(0.0) {
            self.loops.chance.digest(digest.text("loops"));
            self.loops.detour.digest_whole(&mut digest);
            if !self.loops.skip.is(1.0) {
                self.loops.skip.digest(digest.text("skip"));
            }
        }
        if !self.tag_rules.is_empty() {
            digest.list(&self.tags, |digest, tag| {
                digest.text(tag);
            });
            digest.list(&self.tag_rules, |digest, rule| rule.digest(digest));
        }
        if !self.door_rules.is_empty() {
            digest.text("doors").list(&self.door_rules, |digest, rule| rule.digest(digest));
        }
        digest.number(self.clearance);
        digest.list(&self.kinds, |digest, kind| kind.digest(digest));
        digest.list(&self.layouts, |digest, layout| layout.digest(digest, &self.drawings));
        // Rules that came later count where they are used, so that the digests of other presets stay.
        if !self.shapes.is_empty() {
            digest.text("shapes").list(&self.shapes, |digest, rule| rule.digest(digest));
        }
        // Only where some kind has such rules, so that the digests of all other presets stay as they were.
        if self.placings.iter().any(|placing| !placing.is_plain()) {
            digest.text("placings").list(&self.placings, |digest, placing| placing.digest(digest));
        }
        if !self.vaults.is_empty() {
            self.vault_chance.digest(digest.text("vaults"));
            digest.list(&self.vaults, |digest, vault| vault.digest(digest));
        }
        digest.finish()
    }
}
