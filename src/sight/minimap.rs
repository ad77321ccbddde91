//! A small map of a level: one colour for each cell.

use crate::{
    color::Color,
    geom::Cell,
    grid::{BitGrid, Grid},
    level::{DoorKind, Level, Tile},
    theme::Theme,
};

/// The colour of each cell of a level on a small map, in the colours of a theme; `None` for rock,
/// and for what is not known.
///
/// `known` has the cells that a player has seen; without it all of them are known. The entry and
/// the ways down have the colours of the theme, terrain that of its kind, and locked doors that of
/// their [lock](crate::LockMark). Secret doors look like walls; a level in play gives those
/// that were found as closed ones. Props have no colour.
///
/// Cost: linear in cells.
///
/// ```
/// use roomgen::{Preset, generate, sight};
///
/// let preset = Preset::built_in("crypt")?;
/// let level = generate(&preset, 42);
/// let seen = sight::view(level.opaque(), level.entry(), 9);
/// let map = sight::minimap(&level, preset.theme(), Some(&seen));
/// assert_eq!(map.get(level.entry()), Some(Some(preset.theme().entry)));
/// assert!(map.values().iter().flatten().count() as u64 <= seen.count());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn minimap(level: &Level, theme: &Theme, known: Option<&BitGrid>) -> Grid<Option<Color>> {
    let floor = |progress: f32| theme.floor_start.lerp_hsl(theme.floor_end, progress);
    let floors: Vec<Color> = level.rooms().iter().map(|room| floor(room.progress)).collect();
    let between = floor(0.5);
    let floor_at = |cell: Cell| {
        let own = level.room_at(cell).and_then(|room| floors.get(room.id as usize));
        own.copied().unwrap_or(between)
    };
    let color = |cell: Cell| {
        let terrain = || level.terrain(cell).map(|kind| kind.color);
        match level.tile(cell) {
            _ if cell == level.entry() => Some(theme.entry),
            _ if level.ways_down().any(|stairs| stairs == cell) => Some(theme.exit),
            Tile::Rock => terrain(),
            Tile::Wall => Some(terrain().unwrap_or(theme.wall_top)),
            Tile::Floor | Tile::Corridor => Some(terrain().unwrap_or_else(|| floor_at(cell))),
            Tile::Door => Some(level.door_at(cell).map_or(theme.door, |(_, passage)| match passage.kind {
                DoorKind::Secret => theme.wall_top,
                DoorKind::Open if level.is_bare(passage) => between,
                DoorKind::Open | DoorKind::Closed | DoorKind::Barred => {
                    level.lock_mark(passage).map_or(theme.door, |mark| mark.color)
                }
            })),
        }
    };
    let is_known = |cell: Cell| known.is_none_or(|known| known.get(cell));
    let mut map = Grid::filled(level.size(), None);
    for (slot, cell) in map.values_mut().iter_mut().zip(level.tiles().bounds().cells()) {
        *slot = if is_known(cell) { color(cell) } else { None };
    }
    map
}
