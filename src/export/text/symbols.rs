//! Which characters stand for kinds of props, so that no player takes furniture for monsters.

use std::collections::{BTreeMap, BTreeSet};

use super::{STAIRS, doors::DoorSign};
use crate::{
    level::Level,
    model::{PropKind, Tile},
};

/// The symbols of furniture whose glyph is a letter, for the letters A to Z and a to z.
///
/// In roguelikes a letter is a monster. The symbols are those that roguelikes draw furniture with:
/// boxes, blocks and shapes, which terminals show in one column.
const SYMBOLS: [&str; 2] = ["▲◘■◨▤▥◉╫║╛▧╚▬◧●¶◍◆◊♠╙▼▦▨╩▱", "◖÷╘◁╞╬°╖¡╡╠│∞⌂○«»┌•╥◡▿±□¦▪"];

/// The symbols of furniture whose letter's own symbol is taken.
const SPARE: &str = "◇◈◐◑◒◓△▽▢▣◎◌▷▫▯▮◦◫◰◱◲◳╟╢╤╧╨╔╗╝═╣╦└┘┐├┤┬┴┼≡≈";

/// The characters that drawings of a level show its kinds with.
///
/// Markers keep their glyphs, and so do props whose glyphs are no letters. The letter of any other
/// kind becomes a symbol, the same one in all levels unless another kind has it. A glyph that shows
/// a kind of door, or stairs, becomes a symbol too.
#[derive(Clone, Debug)]
pub(super) struct KindSymbols(BTreeMap<char, char>);

impl KindSymbols {
    pub(super) fn new(level: &Level) -> Self {
        let is_sign = |glyph: char| signs().any(|sign| sign == glyph);
        let keeps = |kind: &&PropKind| !is_sign(kind.glyph) && (kind.marker || !kind.glyph.is_ascii_alphabetic());
        let mut taken: BTreeSet<char> = level.kinds().iter().filter(keeps).map(|kind| kind.glyph).collect();
        let mut symbols = BTreeMap::new();
        for kind in level.kinds().iter().filter(|kind| !keeps(kind)) {
            if symbols.contains_key(&kind.glyph) {
                continue;
            }
            let mut known = symbol(kind.glyph).into_iter().chain(SPARE.chars());
            // A level with more kinds than symbols shows letters again.
            if let Some(symbol) = known.find(|symbol| !taken.contains(symbol)) {
                taken.insert(symbol);
                symbols.insert(kind.glyph, symbol);
            }
        }
        Self(symbols)
    }

    /// The character that shows a kind.
    pub(super) fn of(&self, kind: &PropKind) -> char {
        let symbol = self.0.get(&kind.glyph).filter(|_| !kind.marker || !kind.glyph.is_ascii_alphabetic());
        symbol.copied().unwrap_or(kind.glyph)
    }
}

/// The characters that drawings of a level show its kinds of terrain with.
///
/// A kind keeps its glyph, unless that is a letter, or the glyph of a door, of a prop or of a kind
/// before it. Then it has a symbol of its own. So it has in each place but the first in which it
/// lies, so that the characters tell the tiles.
#[derive(Clone, Debug)]
pub(super) struct TerrainSymbols(BTreeMap<(u8, TerrainPlace), char>);

/// Where terrain lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TerrainPlace {
    /// On walls and rock. It blocks.
    Solid,
    /// On corridor floor.
    Corridor,
    /// On the floor of a room.
    Floor,
}

impl TerrainPlace {
    /// The place of terrain on a tile. Doors have none.
    pub(super) fn of(tile: Tile) -> Self {
        match tile {
            Tile::Rock | Tile::Wall => Self::Solid,
            Tile::Corridor | Tile::Door => Self::Corridor,
            Tile::Floor => Self::Floor,
        }
    }
}

impl TerrainSymbols {
    pub(super) fn new(level: &Level, props: &KindSymbols) -> Self {
        let mut taken: BTreeSet<char> = signs().chain(level.kinds().iter().map(|kind| props.of(kind))).collect();
        let mut symbol = |glyph: char| {
            let own = Some(glyph).filter(|glyph| !glyph.is_ascii_alphabetic());
            let mut known = own.into_iter().chain(SPARE.chars().rev());
            // A level with more kinds than symbols shows the glyph again.
            let symbol = known.find(|symbol| !taken.contains(symbol)).unwrap_or(glyph);
            taken.insert(symbol);
            symbol
        };
        let cells = level.terrain_cells().into_iter().flatten().filter(|(_, number)| **number > 0);
        let places: BTreeSet<(u8, TerrainPlace)> =
            cells.map(|(cell, &number)| (number, TerrainPlace::of(level.tile(cell)))).collect();
        let first = |number: u8| places.iter().find(|(other, _)| *other == number).copied();
        let mut symbols = BTreeMap::new();
        for (number, kind) in (1..).zip(level.terrain_kinds()) {
            let place = first(number).unwrap_or((number, TerrainPlace::Solid));
            symbols.insert(place, symbol(kind.glyph));
        }
        for &(number, place) in places.iter().filter(|&&place| first(place.0) != Some(place)) {
            let glyph = level.terrain_kinds().get(usize::from(number) - 1).map_or('?', |kind| kind.glyph);
            symbols.insert((number, place), symbol(glyph));
        }
        Self(symbols)
    }

    /// The character that shows the kind with this number of [`Level::terrain_cells`] in a place.
    pub(super) fn of(&self, number: u8, place: TerrainPlace) -> Option<char> {
        self.0.get(&(number, place)).copied()
    }
}

/// The characters that a drawing may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextCharset {
    /// All of Unicode.
    #[default]
    Unicode,
    /// Those below 128, which every terminal and every font has.
    Ascii,
}

impl TextCharset {
    /// A text in these characters: `?` stands for others.
    #[must_use]
    pub fn spell(self, text: &str) -> String {
        text.chars().map(|own| if self == Self::Unicode || own.is_ascii() { own } else { '?' }).collect()
    }
}

/// The characters that stand in for those that a charset lacks.
///
/// Each shows nothing else, as long as there are any; further kinds are `?`. Doors and terrain come
/// first, so that the characters tell the tiles.
#[derive(Clone, Debug)]
pub(super) struct StandIns(BTreeMap<char, char>);

/// The characters that show no kind: those of [`DoorSign::ALL`], and of stairs beside the exit.
fn signs() -> impl Iterator<Item = char> {
    DoorSign::ALL.iter().map(|sign| sign.glyph()).chain([STAIRS])
}

/// The stand-ins of [`signs`], where nothing else has them.
const SIGNS: &str = "+'=|^]_[%";

/// Other stand-ins in the order in which they are chosen: signs, digits, then letters, which are
/// markers elsewhere.
const ASCII: &str = "-*%&:;\"!~/\\{}()$`'=|^]_[0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl StandIns {
    pub(super) fn new(level: &Level, kinds: &KindSymbols, ground: &TerrainSymbols, charset: TextCharset) -> Self {
        if charset == TextCharset::Unicode {
            return Self(BTreeMap::new());
        }
        let others = ground.0.values().copied().chain(level.kinds().iter().map(|kind| kinds.of(kind)));
        let drawn: Vec<(char, char)> = signs().zip(SIGNS.chars()).chain(others.map(|glyph| (glyph, glyph))).collect();
        let mut taken: BTreeSet<char> = drawn.iter().map(|(glyph, _)| *glyph).filter(char::is_ascii).collect();
        let mut stand_ins = BTreeMap::new();
        for &(lacking, usual) in drawn.iter().filter(|(glyph, _)| !glyph.is_ascii()) {
            let mut known = [usual].into_iter().chain(ASCII.chars()).filter(char::is_ascii);
            stand_ins.entry(lacking).or_insert_with(|| known.find(|known| taken.insert(*known)).unwrap_or('?'));
        }
        Self(stand_ins)
    }

    /// The character that shows what `glyph` shows in Unicode.
    pub(super) fn of(&self, glyph: char) -> char {
        if glyph.is_ascii() { glyph } else { self.0.get(&glyph).copied().unwrap_or(glyph) }
    }
}

/// The symbol of a letter.
fn symbol(letter: char) -> Option<char> {
    let [capitals, small] = SYMBOLS;
    let position = |first: char| (letter as usize).checked_sub(first as usize);
    match letter {
        'A'..='Z' => capitals.chars().nth(position('A')?),
        'a'..='z' => small.chars().nth(position('a')?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::fixture;

    #[test]
    fn each_letter_has_a_symbol_of_its_own_that_could_be_a_glyph() {
        let all: Vec<char> = ('A'..='Z').chain('a'..='z').filter_map(symbol).collect();
        assert_eq!(all.len(), 52);
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 52);
        let spare: Vec<char> = SPARE.chars().collect();
        for symbol in all.iter().chain(&spare) {
            assert!(PropKind::is_glyph(*symbol) && !symbol.is_alphanumeric(), "{symbol}");
            assert!(signs().all(|sign| sign != *symbol), "{symbol}");
        }
    }

    #[test]
    fn furniture_has_symbols_and_markers_keep_their_letters() {
        let mut level = fixture::level();
        let shown = |level: &Level| {
            let symbols = KindSymbols::new(level);
            level.kinds().iter().map(|kind| symbols.of(kind)).collect::<String>()
        };
        assert_eq!(shown(&level), "!○*\"♠");
        level.kinds[4].marker = true;
        assert_eq!(shown(&level), "!○*\"T");
        level.kinds[2].glyph = '○';
        assert_eq!(shown(&level), "!◇○\"T", "the symbol is taken");
        level.kinds[0].glyph = '§';
        assert_eq!(shown(&level), "◇◈○\"T", "a secret door is no prop");
        level.kinds[3].glyph = 'o';
        assert_eq!(shown(&level), "◇◈○◈T", "kinds of one glyph share their symbol");
    }
}
