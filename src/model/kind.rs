//! Prop kinds: what all props of one kind have in common, and how they are turned.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar;

use super::{Labels, Light, Metres, Name, Tile};
use crate::{
    color::Color,
    digest::Digest,
    geom::Direction,
    legible::{is_hidden, is_right_to_left},
};

/// A kind of prop: size, looks, what it blocks, and the labels it carries for the game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PropKind {
    /// The name, unique in its preset and level.
    pub name: Name,
    /// Whether it blocks walking.
    pub blocks: bool,
    /// Whether it blocks sight; see [`PropKind::blocks_sight`].
    pub opaque: bool,
    /// Columns of the footprint of an unturned prop, 1 to [`PropKind::MAX_SIDE`].
    pub width: u8,
    /// Rows of the footprint of an unturned prop, 1 to [`PropKind::MAX_SIDE`].
    pub height: u8,
    /// The height of the prop from its bottom to its top.
    pub tall: Metres,
    /// The height of the prop's bottom above the floor.
    pub elevation: Metres,
    /// The character that draws the prop in text.
    pub glyph: char,
    /// The colour that draws the prop in text and pictures.
    pub color: Color,
    /// Width and depth of the prop itself; it lies within the footprint and is at most as large.
    pub body: [Metres; 2],
    /// Whether it marks a place for the game. A marker is no object: it blocks and fills nothing.
    pub marker: bool,
    /// The light that its props shed, if they do.
    pub light: Option<Light>,
    /// What a thing of the loot takes from its budget; 0 for what is no item.
    pub value: u32,
    /// What a member that a vault draws takes from the budget of encounters; 0 for others.
    pub cost: u32,
    /// Tags and values for the game.
    pub labels: Labels,
}

impl PropKind {
    /// The largest side of a footprint, in cells.
    pub const MAX_SIDE: u8 = 8;
    /// Headroom for walking and sight: a prop that begins at this elevation or higher blocks
    /// neither.
    pub const HEADROOM: Metres = Metres::whole(2);

    /// The type bit of every prop in [`Level::octree`](crate::Level::octree).
    pub const ANY: u32 = 1 << 0;
    /// The type bit of props that block walking, at any elevation: what a body or a bullet may hit.
    pub const BLOCKS: u32 = 1 << 1;
    /// The type bit of props that block sight.
    pub const OPAQUE: u32 = 1 << 2;
    /// The lowest type bit that no prop has; this one and all higher ones are free for the game.
    pub const FREE_TYPES: u32 = 1 << 8;

    /// The characters that draw a level's entry and exit in text.
    pub(crate) const MARKS: [char; 2] = ['<', '>'];
    /// The rule for glyphs in words, for error messages.
    pub(crate) const GLYPHS: &str = "a visible character, one column wide, written from left to right and joined to no other, except `#` `.` `,` `+` `<` `>`, which stand for tiles, entry and exit";

    /// A kind of one cell, one metre tall, on the floor, that blocks walking and not sight.
    ///
    /// [`PropKind::is_glyph`] tells which characters `glyph` may be.
    #[must_use]
    pub fn new(name: Name, glyph: char, color: Color) -> Self {
        Self {
            name,
            blocks: true,
            opaque: false,
            width: 1,
            height: 1,
            tall: Metres::whole(1),
            elevation: Metres::default(),
            glyph,
            color,
            body: Self::full_body(1, 1),
            marker: false,
            light: None,
            value: 0,
            cost: 0,
            labels: Labels::default(),
        }
    }

    /// Whether a character may be the glyph of a kind.
    ///
    /// A glyph is visible and exactly one column wide, which keeps text drawings aligned. Terminals
    /// neither join it to the glyph beside it, as they do with marks and the letters of flags, nor
    /// reorder it. It is neither the glyph of a [`Tile`] nor the mark of the entry or exit.
    #[must_use]
    pub fn is_glyph(character: char) -> bool {
        // The Unicode tables give some hidden characters one column.
        character.width() == Some(1)
            && !character.is_whitespace()
            && !is_hidden(character)
            && !is_right_to_left(character)
            && String::from_iter([character; 2]).graphemes(true).count() == 2
            && Tile::from_glyph(character).is_none()
            && !Self::MARKS.contains(&character)
    }

    /// Whether a preset may give these values, so that a level file can hold them: the fields are
    /// public, and a game may set others.
    pub(crate) fn is_valid(&self) -> bool {
        let Self {
            name,
            blocks,
            opaque,
            width,
            height,
            tall,
            elevation,
            glyph,
            color: _,
            body,
            marker,
            light,
            value: _,
            cost: _,
            labels,
        } = self;
        let is_side = |cells: u8| (1..=Self::MAX_SIDE).contains(&cells);
        let is_length = |length: Metres, most: Metres| (Metres::default()..=most).contains(&length);
        let is_height = |length: Metres| is_length(length, Metres::whole(Metres::MAX as i32));
        let whole = Self::full_body(*width, *height);
        Name::fault(name).is_none()
            && is_side(*width)
            && is_side(*height)
            && is_height(*elevation)
            && is_height(*tall)
            && body.iter().zip(whole).all(|(&side, most)| is_length(side, most) && side > Metres::default())
            && !(*marker && (*blocks || *opaque || *elevation > Metres::default()))
            && light.is_none_or(|light| light.is_valid())
            && labels.are_valid()
            && Self::is_glyph(*glyph)
    }

    /// Adds every field to a digest.
    pub(crate) fn digest(&self, digest: &mut Digest) {
        // Body, marker and labels are added only where one differs from its default, and so is the
        // light: all other kinds keep the digests of earlier versions. Value and cost belong to the
        // budgets of a level.
        let Self {
            name,
            blocks,
            opaque,
            width,
            height,
            tall,
            elevation,
            glyph,
            color,
            body,
            marker,
            light,
            value: _,
            cost: _,
            labels,
        } = self;
        let has_more = *body != Self::full_body(*width, *height) || *marker || !labels.is_empty();
        let blocks = u8::from(*blocks) | u8::from(has_more) << 1 | u8::from(light.is_some()) << 2;
        digest.text(name).number(blocks).number(*opaque).number(*width).number(*height);
        digest.number(tall.parts()).number(elevation.parts());
        digest.number(u32::from(*glyph)).bytes(&color.ascii());
        if has_more {
            digest.number(body[0].parts()).number(body[1].parts()).number(*marker);
            labels.digest(digest);
        }
        if let Some(light) = light {
            light.digest(digest);
        }
    }

    /// The body that fills a footprint of `width` by `height` cells.
    #[must_use]
    pub const fn full_body(width: u8, height: u8) -> [Metres; 2] {
        [Metres::whole(width as i32), Metres::whole(height as i32)]
    }

    /// Columns and rows of the footprint of a prop turned to `turn`.
    #[must_use]
    pub const fn footprint_size(&self, turn: Direction) -> (u8, u8) {
        if turn.is_east_west() { (self.height, self.width) } else { (self.width, self.height) }
    }

    /// Width and depth of the body of a prop turned to `turn`.
    #[must_use]
    pub const fn turned_body(&self, turn: Direction) -> [Metres; 2] {
        let [width, depth] = self.body;
        if turn.is_east_west() { [depth, width] } else { [width, depth] }
    }

    /// The largest offset of a turned prop's body from the footprint's centre, in units of 1/256 m.
    ///
    /// First for right or left, then for up or down; never below 0.
    pub(crate) fn slack(&self, turn: Direction) -> [i32; 2] {
        let ((width, height), [body_width, body_depth]) = (self.footprint_size(turn), self.turned_body(turn));
        let slack = |cells: u8, body: Metres| ((i32::from(cells) * Metres::PARTS - body.parts()) / 2).max(0);
        [slack(width, body_width), slack(height, body_depth)]
    }

    /// The type bits of its props in [`Level::octree`](crate::Level::octree).
    ///
    /// They are [`PropKind::ANY`], and [`PropKind::BLOCKS`] and [`PropKind::OPAQUE`] where they
    /// apply.
    #[must_use]
    pub fn types(&self) -> u32 {
        let when = |is: bool, types: u32| if is { types } else { 0 };
        Self::ANY | when(self.blocks, Self::BLOCKS) | when(self.opaque, Self::OPAQUE)
    }

    /// Whether its props are obstacles: they block walking and begin below [`PropKind::HEADROOM`].
    #[must_use]
    pub fn is_obstacle(&self) -> bool {
        self.blocks && self.elevation < Self::HEADROOM
    }

    /// Whether its props block the sight of who walks there: they are opaque and begin below
    /// [`PropKind::HEADROOM`]. How tall they are does not count: `opaque` says it.
    #[must_use]
    pub fn blocks_sight(&self) -> bool {
        self.opaque && self.elevation < Self::HEADROOM
    }

    /// Whether its props hang overhead: they are no markers, and begin at
    /// [`PropKind::HEADROOM`] or above.
    pub(crate) fn hangs(&self) -> bool {
        !self.marker && self.elevation >= Self::HEADROOM
    }

    /// Whether its props lie flat on the floor or on what is below them: they do not hang, and are
    /// lower than an eighth of a metre.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.elevation < Self::HEADROOM && self.tall.parts() < Metres::PARTS / 8
    }

    /// Whether its props keep off the entry and the exit: those that a player would meet there.
    pub(crate) fn keeps_off_stairs(&self) -> bool {
        self.marker || self.is_obstacle()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glyph_is_seen_in_one_column_and_is_neither_tile_nor_mark() {
        for good in ('!'..='~').filter(|character| !"#.,+<>".contains(*character)).chain("é█◆≈♣†·".chars())
        {
            assert!(PropKind::is_glyph(good), "{good:?}");
        }
        let unseen = "\0\n\t\u{7f}\u{85}\u{a0}\u{ad}\u{301}\u{200b}\u{200d}\u{200f}\u{202e}\u{2028}\u{2066}\u{fe0f}\u{feff}\u{1160}\u{2800}\u{3164}\u{ffa0}";
        for bad in "#.,+ <>漢あ🔥🇩אع߀\u{661}\u{903}".chars().chain(unseen.chars()) {
            assert!(!PropKind::is_glyph(bad), "{bad:?}");
        }
    }

    #[test]
    fn no_character_of_a_script_from_right_to_left_is_a_glyph() {
        use unicode_bidi::BidiClass::{AL, AN, R};
        let reordered = |character: &char| matches!(unicode_bidi::bidi_class(*character), R | AL | AN);
        assert_eq!(('\0'..=char::MAX).filter(reordered).find(|&character| PropKind::is_glyph(character)), None);
    }
}
