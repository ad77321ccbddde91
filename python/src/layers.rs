//! Layers of a level that are written into arrays: the ids of rooms, distances, and terrain.

/// What an array of distances says of a cell that cannot be reached, and one of room ids of a cell
/// outside of rooms.
const NONE: i32 = -1;

/// Writes the id of the room that has each cell as floor.
pub(crate) fn write_room_ids(level: &roomgen::Level, ids: &mut [i32]) {
    ids.fill(NONE);
    let width = level.width() as usize;
    for room in level.rooms() {
        for cell in level.floor_in(room.id) {
            if let Some(id) = ids.get_mut(cell.y as usize * width + cell.x as usize) {
                *id = room.id as i32;
            }
        }
    }
}

/// Writes the number of the terrain of each cell: 0 for none, else one more than its kind.
pub(crate) fn write_terrain(level: &roomgen::Level, numbers: &mut [u8]) {
    numbers.fill(0);
    if let Some(cells) = level.terrain_cells() {
        numbers.iter_mut().zip(cells.values()).for_each(|(number, &cell)| *number = cell);
    }
}

/// Writes the number of steps from a cell to each other.
pub(crate) fn write_distances(level: &roomgen::Level, from: roomgen::Cell, steps: &mut [i32]) {
    let distances = level.distances(from);
    steps.iter_mut().zip(distances.values()).for_each(|(steps, &distance)| {
        *steps = i32::try_from(distance).unwrap_or(NONE);
    });
}
