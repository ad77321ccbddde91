//! What is promised for a level of any preset.

use roomgen::{Generator, Level, Preset, Prop, Request, export, preset::RampInput};

use crate::{diagonals, encounters, export as exports};

/// Checks everything that is promised for a level of a preset.
pub(super) fn keeps_its_promises(preset: &Preset, request: Request, level: &Level) -> Result<(), String> {
    let breaches = level.check();
    if !breaches.is_empty() {
        return Err(format!("{breaches:?}\n{}", export::text::write(level)));
    }
    // Where rooms share walls, doors may meet at a corner, those of crossings too.
    let is_crossing = |id: u32| level.partings().iter().any(|parting| parting.crossings.contains(&id));
    let mut passages = (0..).zip(level.passages());
    let has_corridors = passages.any(|(id, passage)| !passage.corridor().is_empty() && !is_crossing(id));
    if let Some(touch) = diagonals::first_touch(level).filter(|_| has_corridors) {
        return Err(touch);
    }
    if &roomgen::generate(preset, &request) != level {
        return Err("a generator that was used before makes another level".to_owned());
    }
    if &Generator::new(preset).generate_stepwise(&request, &mut drop) != level {
        return Err("with an observer it is another level".to_owned());
    }
    if &Generator::new(preset).generate_in_parallel(request) != level {
        return Err("it is another level on several threads".to_owned());
    }
    covers_no_more_than_allowed(preset, level)?;
    stands_apart(level)?;
    encounters::keeps_its_budgets(level)?;
    if roomgen::reproduce(level, preset).as_ref() != Ok(level) {
        return Err("it is not made again from what it says".to_owned());
    }
    let drawing = export::text::write(level);
    if export::text::read(&drawing).map(|drawing| exports::text::has_tiles_of(&drawing, level)) != Ok(true) {
        return Err(format!("its drawing has other tiles:\n{drawing}"));
    }
    let text = export::ron::write(level);
    let read = export::ron::read(&text).map_err(|error| error.to_string())?;
    if &read != level || read.digest() != level.digest() || export::ron::write(&read) != text {
        return Err("it is another level after it was written and read".to_owned());
    }
    if export::json::read(&export::json::write(level)).as_ref() != Ok(level) {
        return Err("it is another level as JSON".to_owned());
    }
    Ok(())
}

/// Checks that the props on each room's floor cover no more of it than the layout allows.
fn covers_no_more_than_allowed(preset: &Preset, level: &Level) -> Result<(), String> {
    // Vaults are not limited by a layout, which only fills what is left.
    for room in level.rooms().iter().filter(|room| level.vault(room).is_none()) {
        let layout = level.layout(room).and_then(|name| preset.layouts().iter().find(|layout| layout.name == name));
        let Some(layout) = layout else { continue };
        let props = level.props_in(room.id).filter(|prop| !is_placed(level, prop));
        let on_floor = props.filter(|prop| prop.kind.elevation.parts() <= 0 && !prop.kind.marker);
        let covered: i64 = on_floor.map(|prop| prop.cells.area()).sum();
        let floor = level.floor_in(room.id).count();
        let fraction = layout.cover.at(RampInput { progress: room.progress, difficulty: level.origin().difficulty });
        // Where everything may be covered, stacked props may cover a cell more than once. A key is
        // laid whatever the layout allows.
        let of_key = if level.keys().iter().any(|key| key.room == room.id) { 1.0 } else { 0.0 };
        if fraction < 1.0 && covered as f32 > (fraction * floor as f32).max(of_key) + 0.01 {
            return Err(format!(
                "props cover {covered} cells of {floor} in room {}, {fraction} of it is allowed",
                room.id
            ));
        }
    }
    Ok(())
}

/// Checks that props tagged `apart` have no neighbours.
fn stands_apart(level: &Level) -> Result<(), String> {
    for room in level.rooms() {
        let props: Vec<_> =
            level.props_in(room.id).filter(|prop| !prop.kind.marker && !is_placed(level, prop)).collect();
        for (number, prop) in props.iter().enumerate().filter(|(_, prop)| prop.kind.labels.has("apart")) {
            let around = prop.cells.grown(1).expect("a small level");
            if let Some((_, other)) =
                props.iter().enumerate().find(|(at, other)| *at != number && other.cells.intersection(around).is_some())
            {
                return Err(format!("{:?} stands beside {:?}", other.cells, prop.cells));
            }
        }
    }
    Ok(())
}

/// Whether a prop is loot, which comes after all formations and heeds none of their rules.
fn is_placed(level: &Level, prop: &Prop<'_>) -> bool {
    let mut loot = level.loot().iter();
    loot.any(|loot| loot.room == prop.room && loot.cell == prop.cells.top_left() && loot.item == prop.kind.name)
}
