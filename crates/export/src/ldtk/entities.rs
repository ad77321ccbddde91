//! The entities of a level: the objects of its map, its encounters and its lights, with references
//! to each other.

use std::collections::BTreeMap;

use super::{
    fields::{number, of_property},
    layers::layer_number,
    names::{ENTITIES, Instance, TILESET, capitalized, iid},
    plan::ProjectPlan,
};
use crate::{
    map::{CustomProperty, LevelMap, MapFloor, MapObject, ObjectShape},
    picture::pieces::CELL,
};
use roomgen::{
    geom::Rect,
    level::{Encounter, Level},
    sight::Lamp,
};
use serde_json::{Value, json};

/// The numbers of stairs; those beside the exit follow.
const ENTRY: u32 = 0;
const EXIT: u32 = 1;
const STAIRS: u32 = 2;

/// Where an entity is, in pixels, and the fields that are no properties of a map object.
#[derive(Default)]
struct EntityFacts {
    at: [i32; 2],
    size: [i32; 2],
    tile: Option<Value>,
    values: Vec<(&'static str, Value)>,
}

/// The entities of a floor, with what others refer to them by.
pub(super) struct FloorEntities<'plan> {
    plan: &'plan ProjectPlan<'plan>,
    position: usize,
    floor: &'plan MapFloor<'plan>,
    /// The objects of the map with the names of their layers, back to front.
    objects: Vec<(&'static str, &'plan MapObject)>,
    /// By the id of the prop: layer and object id.
    props: BTreeMap<u32, (&'static str, u32)>,
    /// By the number of the passage: the object ids of its doors.
    doors: BTreeMap<u32, Vec<u32>>,
}

/// The entities of layers, by the names of these in the map.
type EntitiesOfLayers = BTreeMap<&'static str, Vec<Value>>;

impl<'plan> FloorEntities<'plan> {
    pub(super) fn new(plan: &'plan ProjectPlan<'plan>, position: usize, map: &'plan LevelMap<'_>) -> Self {
        let layers = map.layers.iter().filter(|layer| layer_number(layer.name).is_some());
        let objects = layers.flat_map(|layer| layer.objects().iter().map(|object| (layer.name, object)));
        let objects: Vec<(&str, &MapObject)> = objects.collect();
        let (mut props, mut doors) = (BTreeMap::new(), BTreeMap::<u32, Vec<u32>>::new());
        for &(layer, object) in &objects {
            match (object.class, object.whole("prop_id"), object.whole("passage_id")) {
                (_, Some(prop), _) => _ = props.insert(prop, (layer, object.id)),
                ("door", _, Some(passage)) => doors.entry(passage).or_default().push(object.id),
                _ => {}
            }
        }
        Self { plan, position, floor: &plan.floors[position], objects, props, doors }
    }

    /// All entities.
    pub(super) fn of_layers(&self) -> EntitiesOfLayers {
        let mut layers = EntitiesOfLayers::new();
        let mut add = |layer: &'static str, entity: Value| layers.entry(layer).or_default().push(entity);
        let mut stairs = STAIRS;
        for &(layer, object) in &self.objects {
            let (instance, id) = match object.class {
                "entry" => (Instance::Stairs, ENTRY),
                "exit" => (Instance::Stairs, EXIT),
                "stairs" => {
                    stairs += 1;
                    (Instance::Stairs, stairs - 1)
                }
                _ => (Instance::Object, object.id),
            };
            let facts = self.facts(object);
            add(layer, self.entity(object.class, &iid(self.position, instance, id), Some(object), facts));
        }
        let level = self.floor.level;
        for (id, encounter) in (0..).zip(level.encounters()) {
            let facts = self.encounter(id, encounter);
            add("encounters", self.entity("encounter", &iid(self.position, Instance::Encounter, id), None, facts));
        }
        for (prop, lamp) in level.lights() {
            let facts = self.light(prop, &lamp);
            add("lights", self.entity("light", &iid(self.position, Instance::Light, prop), None, facts));
        }
        layers
    }

    /// An entity. Its fields are those of `facts`, else the properties of the object.
    fn entity(&self, class: &str, iid: &str, object: Option<&MapObject>, facts: EntityFacts) -> Value {
        let EntityFacts { at, size, tile, values } = facts;
        let mut kinds = self.plan.fields.entities.iter().enumerate();
        let Some((number, kind)) = kinds.find(|(_, kind)| kind.class == class) else { return Value::Null };
        let value = |name: &str| {
            let own = values.iter().find(|(own, _)| *own == name).map(|(_, value)| value.clone());
            own.or_else(|| of_property(CustomProperty::find(&object?.properties, name)?, |id| Some(self.room(id))))
        };
        let fields: Vec<Value> = kind.fields.iter().map(|field| field.instance(value(field.name))).collect();
        json!({
            "__identifier": capitalized(kind.class), "__grid": at.map(|side| side.div_euclid(CELL)), "__pivot": [0, 0], "__tags": [],
            "__tile": tile, "__smartColor": value("color").unwrap_or_else(|| kind.color.into()),
            "__worldX": at[0], "__worldY": at[1], "iid": iid, "width": size[0], "height": size[1],
            "defUid": ENTITIES + number, "px": at, "fieldInstances": fields,
        })
    }

    /// Where an object is, and its fields that refer to others than rooms or follow from its shape.
    fn facts(&self, object: &MapObject) -> EntityFacts {
        let level = self.floor.level;
        let mut facts = EntityFacts {
            at: object.at.map(whole_pixels),
            size: object.size.map(whole_pixels),
            ..EntityFacts::default()
        };
        match &object.shape {
            ObjectShape::Rectangle | ObjectShape::Point => {}
            ObjectShape::Tile(id) => {
                facts.at[1] -= facts.size[1];
                facts.tile = self.plan.tile_rect(self.position, *id).map(
                    |[x, y, width, height]| json!({ "tilesetUid": TILESET, "x": x, "y": y, "w": width, "h": height }),
                );
                facts.values.extend(facts.tile.clone().map(|tile| ("tile", tile)));
            }
            ObjectShape::Polyline(points) => {
                let cell = |at: [f32; 2]| at.map(|side| whole_pixels(side).div_euclid(CELL));
                let points = points.iter().map(|point| cell([0, 1].map(|axis| object.at[axis] + point[axis])));
                let points: Vec<Value> = points.map(|[x, y]| json!({ "cx": x, "cy": y })).collect();
                (facts.at, facts.size) = (cell(object.at).map(|side| side * CELL), [CELL; 2]);
                facts.values.push(("points", points.into()));
            }
        }
        match object.class {
            "prop" | "marker" => {
                let prop = object.whole("prop_id").and_then(|id| level.prop(id));
                let values = prop.iter().flat_map(|prop| prop.kind.labels.values());
                let values = values.map(|(name, text)| Value::from(format!("{name}={text}")));
                facts.values.push(("values", values.collect()));
                let encounter = object.whole("encounter_id");
                facts
                    .values
                    .extend(encounter.map(|id| ("encounter", self.refer(Instance::Encounter, id, "encounters"))));
            }
            "key" => {
                let key = object.whole("key_id").unwrap_or_default();
                let passages = level.keys().get(key as usize).into_iter().flat_map(|key| level.opens(key));
                let doors = passages.filter_map(|passage| self.doors.get(&passage)).flatten();
                let doors: Vec<Value> = doors.map(|&door| self.refer(Instance::Object, door, "doors")).collect();
                facts.values.extend([("name", object.name.as_str().into()), ("opens", doors.into())]);
                let prop = level.key_prop(key).and_then(|prop| self.prop(prop));
                facts.values.extend(prop.map(|prop| ("prop", prop)));
            }
            "entry" | "exit" | "stairs" => {
                facts
                    .values
                    .push(("to", if object.class == "stairs" { object.name.as_str().into() } else { Value::Null }));
                facts.values.extend(self.beyond(object).map(|stairs| ("leads_to", stairs)));
            }
            _ => {}
        }
        facts
    }

    /// The stairs of another floor that meet these.
    fn beyond(&self, stairs: &MapObject) -> Option<Value> {
        let ProjectPlan { floors, above, .. } = self.plan;
        if stairs.class == "entry" {
            let above = above[self.position]?;
            let (level, way) = (floors[above].level, self.floor.way_from(floors[above].level));
            return Some(refer(above, Instance::Stairs, way_down(level, &way)?, "markers"));
        }
        let is_met = |(below, floor): &(usize, &MapFloor<'_>)| {
            let way = floor.way_from(self.floor.level);
            // Stairs beside the exit may have its name.
            above[*below] == Some(self.position) && way == stairs.name && (way == "exit") == (stairs.class == "exit")
        };
        let (below, _) = floors.iter().enumerate().find(is_met)?;
        Some(refer(below, Instance::Stairs, ENTRY, "markers"))
    }

    /// An encounter: the rectangle around its cells, and its members.
    fn encounter(&self, id: u32, encounter: &Encounter) -> EntityFacts {
        let level = self.floor.level;
        let cells = encounter.cells.iter().map(|&cell| Rect::from_cell(cell));
        let room = || level.room(encounter.room).map(|room| room.rect);
        let rect = cells.reduce(around).or_else(room);
        let members = level.members(id).iter().filter_map(|&prop| self.prop(prop));
        let mut values = vec![
            ("encounter_id", id.into()),
            ("cost", encounter.cost.into()),
            ("members", members.collect::<Vec<_>>().into()),
        ];
        values.extend(encounter.group.as_deref().map(|group| ("group", group.into())));
        values.extend(level.room(encounter.room).map(|room| ("room", self.room(crate::map::room_object(room.id)))));
        let pixels = |sides: fn(Rect) -> [i32; 2]| rect.map_or([0; 2], |rect| sides(rect).map(|side| side * CELL));
        let at = pixels(|rect| [rect.left(), rect.top()]);
        EntityFacts { at, size: pixels(|rect| [rect.width(), rect.height()]), tile: None, values }
    }

    /// A light, in a square of one cell around it.
    fn light(&self, prop: u32, lamp: &Lamp) -> EntityFacts {
        let light = lamp.light;
        let at = lamp.position().map(|side| whole_pixels(side * CELL as f32) - CELL / 2);
        let mut values = vec![
            ("radius", number(light.radius.get())),
            ("fade", number(light.fade.get())),
            ("strength", number(light.strength.get())),
            ("color", light.color.to_string().into()),
        ];
        values.extend(self.prop(prop).map(|prop| ("prop", prop)));
        EntityFacts { at, size: [CELL; 2], tile: None, values }
    }

    /// A reference to an entity of this floor.
    fn refer(&self, instance: Instance, id: u32, layer: &str) -> Value {
        refer(self.position, instance, id, layer)
    }

    /// A reference to a room, by its object id.
    fn room(&self, object: u32) -> Value {
        self.refer(Instance::Object, object, "rooms")
    }

    /// A reference to a prop.
    fn prop(&self, prop: u32) -> Option<Value> {
        self.props.get(&prop).map(|&(layer, object)| self.refer(Instance::Object, object, layer))
    }
}

/// A reference to an entity of a floor, in the layer of a layer of the map.
fn refer(floor: usize, instance: Instance, id: u32, layer: &str) -> Value {
    let layer = layer_number(layer).unwrap_or_default() as u32;
    json!({
        "entityIid": iid(floor, instance, id), "layerIid": iid(floor, Instance::Layer, layer),
        "levelIid": iid(floor, Instance::Level, 0), "worldIid": iid(0, Instance::World, 0),
    })
}

/// The number of a way down by its name; `None` if the level has none of this name.
fn way_down(level: &Level, name: &str) -> Option<u32> {
    if name == "exit" {
        return (!level.is_dead_end()).then_some(EXIT);
    }
    (STAIRS..).zip(level.stairs()).find(|(_, stairs)| &*stairs.to == name).map(|(number, _)| number)
}

/// The rectangle around two.
fn around(one: Rect, other: Rect) -> Rect {
    let (left, top) = (one.left().min(other.left()), one.top().min(other.top()));
    let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
    Rect::from_ltrb(left, top, right, bottom).unwrap_or(one)
}

fn whole_pixels(length: f32) -> i32 {
    length.round() as i32
}
