//! Props and markers as map objects.

use super::{
    kinds::{class, of_kind},
    level_map::{CustomProperty, MapObject, ObjectShape, PropertyValue},
    places::room_property,
    sheet::TileSheet,
};
use crate::picture::pieces::{CELL, back_to_front};
use roomgen::level::{BudgetProp, Level, Prop};

/// The objects of the level's props, or of its markers, back to front. `next` supplies object ids.
pub(super) fn objects(
    level: &Level,
    sheet: &TileSheet,
    markers: bool,
    mut next: impl FnMut() -> u32,
) -> Vec<MapObject> {
    let props: Vec<Prop> = level.props().collect();
    let placed = level.budget_props();
    let ordered = back_to_front(level).into_iter().map(|number| (number, &props[number]));
    let wanted = ordered.filter(|(_, prop)| prop.kind.marker == markers);
    let of = |number: usize| budget_properties(level, placed.get(&(number as u32)).copied());
    wanted.map(|(number, prop)| object(sheet, number, prop, next(), of(number))).collect()
}

/// What a member of an encounter or a thing of the loot says of itself.
fn budget_properties(level: &Level, placed: Option<BudgetProp>) -> Vec<CustomProperty> {
    match placed {
        Some(BudgetProp::Member(id)) => {
            let mut properties = vec![CustomProperty::whole("encounter", id)];
            let encounter = level.encounters().get(id as usize);
            let group = encounter.and_then(|encounter| encounter.group.as_deref());
            properties.extend(group.map(|group| CustomProperty::text("group", group)));
            properties.extend(encounter.map(|encounter| CustomProperty::whole("cost", encounter.cost)));
            properties
        }
        Some(BudgetProp::Thing(id)) => {
            let thing = level.loot().get(id as usize);
            thing.map(|thing| CustomProperty::whole("value", thing.value)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn object(sheet: &TileSheet, number: usize, prop: &Prop, id: u32, placed: Vec<CustomProperty>) -> MapObject {
    let pixels = |cells: i32| (cells * CELL) as f32;
    let moved = prop.offset.map(|metres| metres * CELL as f32);
    let mut properties = vec![
        CustomProperty::whole("prop_id", number),
        room_property("room", prop.room),
        CustomProperty::whole("turn", prop.turn.quarter_turns()),
    ];
    if !prop.lit {
        properties.push(CustomProperty::new("lit", PropertyValue::Flag(false)));
    }
    properties.extend(prop.offer.map(|offer| CustomProperty::whole("offer", offer)));
    properties.extend(placed);
    properties.extend(of_kind(prop.kind));
    MapObject {
        id,
        name: prop.kind.name.to_string(),
        class: class(prop.kind),
        at: [pixels(prop.cells.left()) + moved[0], pixels(prop.cells.bottom()) + moved[1]],
        size: [pixels(prop.cells.width()), pixels(prop.cells.height())],
        shape: sheet.tile(prop).map_or(ObjectShape::Rectangle, ObjectShape::Tile),
        properties,
    }
}
