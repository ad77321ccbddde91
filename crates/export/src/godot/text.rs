//! Godot's text format of scenes and resources: sections, nodes and values.

use std::{collections::BTreeMap, fmt::Write};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;

use crate::map::{CustomProperty, PropertyValue, room_of_object};
use roomgen::color::Color;

/// A file that is written: resources of its own, each once, and nodes.
#[derive(Debug, Default)]
pub(super) struct GodotText {
    resources: String,
    /// The reference to each resource, by its class and fields.
    references: BTreeMap<(&'static str, String), String>,
    nodes: String,
}

impl GodotText {
    /// A reference to the resource of this class and these fields, one on each line.
    pub(super) fn resource(&mut self, class: &'static str, fields: String) -> String {
        let number = self.references.len();
        let resources = &mut self.resources;
        let reference = self.references.entry((class, fields)).or_insert_with_key(|(class, fields)| {
            _ = write!(resources, "[sub_resource type=\"{class}\" id=\"{number}\"]\n{fields}\n\n");
            format!("SubResource(\"{number}\")")
        });
        reference.clone()
    }

    /// Adds a node, and returns its path. `parent` is the path of its parent, empty for the root;
    /// `fields` has one on each line. Names must be unique among the children of a node.
    pub(super) fn node(&mut self, class: &str, name: &str, parent: &str, groups: &[&str], fields: &str) -> String {
        // What Godot refuses in names of nodes.
        let name = name.replace(['.', ':', '@', '/', '"', '%'], "_");
        _ = write!(self.nodes, "[node name={} type=\"{class}\"", quoted(&name));
        if !parent.is_empty() {
            _ = write!(self.nodes, " parent={}", quoted(parent));
        }
        if !groups.is_empty() {
            let groups: Vec<String> = groups.iter().map(|group| quoted(group)).collect();
            _ = write!(self.nodes, " groups=[{}]", groups.join(", "));
        }
        _ = writeln!(self.nodes, "]\n{fields}");
        match parent {
            "" => ".".to_owned(),
            "." => name,
            parent => format!("{parent}/{name}"),
        }
    }

    /// Adds properties to the node that was added last, as its metadata.
    pub(super) fn metadata<'map>(&mut self, properties: impl IntoIterator<Item = &'map CustomProperty>) {
        self.nodes.pop();
        for CustomProperty { name, value } in properties {
            _ = writeln!(self.nodes, "metadata/{} = {}", identifier(name), variant(value));
        }
        self.nodes.push('\n');
    }

    /// The text of the file: `head`, resources, nodes.
    pub(super) fn finish(self, head: &str) -> String {
        [head, &self.resources, &self.nodes].concat()
    }
}

/// A name as one of metadata, which has letters, digits and `_`.
fn identifier(name: &str) -> String {
    name.replace(|character: char| !character.is_ascii_alphanumeric() && character != '_', "_")
}

/// A text as a value. Control characters, which none of a level's texts needs, become spaces.
pub(super) fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    let shown = |character: char| if character.is_control() && character != '\n' { ' ' } else { character };
    format!("\"{}\"", text.chars().map(shown).collect::<String>())
}

pub(super) fn vector([x, y]: [f32; 2]) -> String {
    format!("Vector2({x}, {y})")
}

/// Points as a packed array.
pub(super) fn points(points: impl IntoIterator<Item = [f32; 2]>) -> String {
    let points: Vec<String> = points.into_iter().map(|[x, y]| format!("{x}, {y}")).collect();
    format!("PackedVector2Array({})", points.join(", "))
}

/// The corners of a rectangle around the origin, in pixels.
pub(super) fn box_of([width, height]: [f32; 2]) -> String {
    let (x, y) = (width / 2.0, height / 2.0);
    points([[-x, -y], [x, -y], [x, y], [-x, y]])
}

pub(super) fn color(Color { r, g, b }: Color) -> String {
    let [r, g, b] = [r, g, b].map(|part| f32::from(part) / 255.0);
    format!("Color({r}, {g}, {b}, 1)")
}

/// The value of a property.
pub(super) fn variant(value: &PropertyValue) -> String {
    match value {
        PropertyValue::Text(text) => quoted(text),
        PropertyValue::Whole(number) => number.to_string(),
        PropertyValue::Number(number) => format!("{number:?}"),
        PropertyValue::Flag(is) => is.to_string(),
        PropertyValue::Object(object) => room_of_object(*object).to_string(),
        PropertyValue::Color(shown) => color(*shown),
        PropertyValue::List(list) => format!("[{}]", list.iter().map(element).collect::<Vec<_>>().join(", ")),
    }
}

/// An element of a list: a scalar, or a pair of whole numbers as a vector.
fn element(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(pair) => match &pair[..] {
            [x, y] if x.is_i64() && y.is_i64() => format!("Vector2i({x}, {y})"),
            list => format!("[{}]", list.iter().map(element).collect::<Vec<_>>().join(", ")),
        },
        scalar => scalar.to_string(),
    }
}

/// Properties as a dictionary.
pub(super) fn dictionary<'map>(properties: impl Iterator<Item = &'map CustomProperty>) -> String {
    let entries = properties.map(|property| format!("{}: {}", quoted(&property.name), variant(&property.value)));
    format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
}

/// Bytes as a packed array.
pub(super) fn bytes(bytes: &[u8]) -> String {
    format!("PackedByteArray(\"{}\")", STANDARD.encode(bytes))
}
