//! Properties of objects for importers that let objects collide.
//!
//! Games choose by `collides`, as by Phaser's `setCollisionByProperty`. YATI, an importer for
//! Godot, makes a static body of each shape whose class it does not know. Its own property
//! `godot_node_type` takes precedence over the class.

use crate::map::{CustomProperty, MapObject, ObjectShape, PropertyValue};

/// Whether an object is in the way, and what its shape is to Godot if that is no wall.
pub(super) fn of(object: &MapObject) -> Vec<CustomProperty> {
    let collides = CustomProperty::find(&object.properties, "obstacle") == Some(&PropertyValue::Flag(true));
    let node = match object.shape {
        // A point has no body, and a tile that of its collision shape.
        ObjectShape::Point | ObjectShape::Tile(_) => None,
        ObjectShape::Rectangle => (!collides).then_some("area"),
        ObjectShape::Polyline(_) => Some("path"),
    };
    let collides = CustomProperty::new("collides", PropertyValue::Flag(collides));
    [collides].into_iter().chain(node.map(|node| CustomProperty::text("godot_node_type", node))).collect()
}
