//! Fields of entities and levels: their types, definitions and values.

use super::{
    defaults::with_defaults,
    names::{FIELDS, TILESET},
};
use crate::{fields::text, map::PropertyValue};
use serde_json::{Value, json};

/// A field of an entity or a level: a value, or a list of these.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: &'static str,
    /// The name of its type, as in `Array<Int>`.
    of: &'static str,
    /// The name of the type of its value, or of those in the list.
    inner: &'static str,
    uid: usize,
}

/// A kind of entities.
#[derive(Debug)]
pub(super) struct EntityKind {
    /// The class of their map objects.
    pub(super) class: &'static str,
    pub(super) color: &'static str,
    pub(super) fields: Vec<Field>,
}

/// The fields of props and markers.
const PROP: &str = "prop_id:Int kind:String room:EntityRef obstacle:Bool turn:Int offer:Int encounter:EntityRef \
    loot_value:Int tags:Array<String> values:Array<String> tile:Tile";
/// The fields of stairs.
const STAIRS: &str = "to:String room:EntityRef leads_to:EntityRef tile:Tile";
/// Those of rooms.
const ROOM: &str = "room_id:Int kind:String shape:String layout:String vault:String depth:Int progress:Float step:Int \
    cycle:Int host:EntityRef allowance_encounters:Int allowance_loot:Int tags:Array<String>";
/// Those of doors.
const DOOR: &str = "passage_id:Int kind:String lock:String one_way:EntityRef saves:Int axis:String room:EntityRef \
    leads_to:EntityRef";
/// Those of keys.
const KEY: &str = "key_id:Int name:String use:String room:EntityRef prop:EntityRef opens:Array<EntityRef>";
/// Those of levels.
const LEVEL: &str = "preset:String seed:String floor:Int difficulty:Float digest:String revision:Int run_name:String \
    run_act:String run_mood:String run_branch:String notes:Array<String>";

/// Class, colour and fields of all kinds of entities.
const ENTITIES: [(&str, &str, &str); 13] = [
    ("prop", "#8B9BB4", PROP),
    ("marker", "#E43B44", PROP),
    ("entry", "#63C74D", STAIRS),
    ("exit", "#3E8948", STAIRS),
    ("stairs", "#265C42", STAIRS),
    ("room", "#5A6988", ROOM),
    ("door", "#B8895E", DOOR),
    ("corridor", "#9AC47C", "passage_id:Int from:EntityRef to:EntityRef points:Array<Point>"),
    ("path", "#3E8948", "from:EntityRef to:EntityRef points:Array<Point>"),
    ("key", "#F0C040", KEY),
    ("unreachable", "#E05050", ""),
    ("encounter", "#B55088", "encounter_id:Int group:String cost:Int room:EntityRef members:Array<EntityRef>"),
    ("light", "#FEE761", "radius:Float fade:Float strength:Float color:Color prop:EntityRef"),
];

/// All kinds of entities, and the fields of levels.
#[derive(Debug)]
pub(super) struct FieldTable {
    pub(super) entities: Vec<EntityKind>,
    pub(super) level: Vec<Field>,
    /// The first definition id behind those of fields.
    pub(super) next: usize,
}

impl FieldTable {
    pub(super) fn new() -> Self {
        let mut next = FIELDS;
        // Each is a text such as `id:Int`.
        let mut field = |text: &'static str| {
            let (name, of) = text.split_once(':').unwrap_or((text, "String"));
            let inner = of.strip_prefix("Array<").and_then(|inner| inner.strip_suffix('>')).unwrap_or(of);
            next += 1;
            Field { name, of, inner, uid: next - 1 }
        };
        let mut fields = |texts: &'static str| texts.split_whitespace().map(&mut field).collect();
        let kind = |(class, color, texts)| EntityKind { class, color, fields: fields(texts) };
        let entities = ENTITIES.into_iter().map(kind).collect();
        let level = fields(LEVEL);
        Self { entities, level, next }
    }
}

impl Field {
    fn is_list(&self) -> bool {
        self.inner != self.of
    }

    /// The definition of the field.
    pub(super) fn definition(&self) -> Value {
        let Self { name, of, inner, uid } = self;
        let mut definition = with_defaults(
            "field",
            json!({
                "identifier": name, "__type": of, "uid": uid, "type": format!("F_{inner}"), "isArray": self.is_list(),
                "canBeNull": !self.is_list(), "useForSmartColor": *inner == "Color", "searchable": *inner == "String",
                "tilesetUid": (*inner == "Tile").then_some(TILESET),
            }),
        );
        let modes = [("Tile", "EntityTile"), ("Point", "PointPath"), ("EntityRef", "RefLinkBetweenCenters")];
        if let Some((_, mode)) = modes.iter().find(|(shown, _)| shown == inner) {
            definition["editorDisplayMode"] = (*mode).into();
        }
        definition
    }

    /// The field with this value; `None` for null, or an empty list.
    pub(super) fn instance(&self, value: Option<Value>) -> Value {
        let value = value.unwrap_or(if self.is_list() { json!([]) } else { Value::Null });
        // Whole numbers above those of editors are texts in maps.
        let whole = value.as_str().filter(|_| self.inner == "Int").and_then(|digits| digits.parse::<i64>().ok());
        let value = whole.map_or(value, Value::from);
        let one = std::slice::from_ref(&value);
        let values = if self.is_list() { value.as_array().map_or(&[][..], Vec::as_slice) } else { one };
        let values = values.iter().filter(|value| !value.is_null());
        let edited: Vec<Value> = values.map(|value| self.edited(value)).collect();
        json!({
            "__identifier": self.name, "__type": self.of, "__value": value, "__tile": null, "defUid": self.uid,
            "realEditorValues": edited,
        })
    }

    /// A value as LDtk's editor reads it.
    fn edited(&self, value: &Value) -> Value {
        let texts = |keys: &[&str]| keys.iter().map(|key| value[key].to_string()).collect::<Vec<_>>().join(",").into();
        let (id, parameter) = match self.inner {
            "Color" => {
                let digits = value.as_str().unwrap_or_default().trim_start_matches('#');
                ("V_Int".to_owned(), u32::from_str_radix(digits, 16).unwrap_or_default().into())
            }
            "Point" => ("V_String".to_owned(), texts(&["cx", "cy"])),
            "EntityRef" => ("V_String".to_owned(), value["entityIid"].clone()),
            "Tile" => ("V_String".to_owned(), texts(&["x", "y", "w", "h"])),
            inner => (format!("V_{inner}"), value.clone()),
        };
        json!({ "id": id, "params": [parameter] })
    }
}

/// A number in its shortest form: 0.1, not the nearest `f32`.
pub(super) fn number(number: f32) -> Value {
    number.to_string().parse::<f64>().map_or(Value::Null, Value::from)
}

/// The value of a property; `reference` refers to an object.
pub(super) fn of_property(value: &PropertyValue, reference: impl Fn(u32) -> Option<Value>) -> Option<Value> {
    Some(match value {
        PropertyValue::Text(text) => text.as_str().into(),
        PropertyValue::List(list) => list.iter().map(text).map(Value::from).collect(),
        PropertyValue::Whole(whole) => (*whole).into(),
        PropertyValue::Number(of) => number(*of),
        PropertyValue::Flag(is) => (*is).into(),
        PropertyValue::Object(id) => return reference(*id),
        PropertyValue::Color(color) => color.to_string().into(),
    })
}
