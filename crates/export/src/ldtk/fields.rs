//! Fields of entities and levels: their types, definitions and values.

use super::names::{FIELDS, TILESET};
use crate::map::PropertyValue;
use serde_json::{Value, json};

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldKind {
    Text,
    Whole,
    Number,
    Flag,
    Color,
    Point,
    Reference,
    Tile,
}

/// The names of kinds in LDtk's files.
const KINDS: [(&str, FieldKind); 8] = [
    ("String", FieldKind::Text),
    ("Int", FieldKind::Whole),
    ("Float", FieldKind::Number),
    ("Bool", FieldKind::Flag),
    ("Color", FieldKind::Color),
    ("Point", FieldKind::Point),
    ("EntityRef", FieldKind::Reference),
    ("Tile", FieldKind::Tile),
];

/// A field of an entity or a level: a value, or a list of these.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: &'static str,
    /// The name of its type, as in `Array<Int>`.
    of: &'static str,
    kind: FieldKind,
    is_list: bool,
    uid: usize,
}

/// A kind of entities.
#[derive(Debug)]
pub(super) struct EntityKind {
    /// The class of their map objects.
    pub(super) class: &'static str,
    pub(super) name: &'static str,
    pub(super) color: &'static str,
    pub(super) fields: Vec<Field>,
}

/// The fields of props and markers.
const PROP: &str = "prop_id:Int kind:String room:EntityRef obstacle:Bool tall:Float elevation:Float turn:Int \
    offer:Int encounter:EntityRef loot_value:Int tags:Array<String> values:Array<String> tile:Tile";
/// The fields of stairs.
const STAIRS: &str = "to:String room:EntityRef leads_to:EntityRef tile:Tile";

/// Class, identifier, colour and fields of all kinds of entities.
const ENTITIES: [(&str, &str, &str, &str); 13] = [
    ("prop", "Prop", "#8B9BB4", PROP),
    ("marker", "Marker", "#E43B44", PROP),
    ("entry", "Entry", "#63C74D", STAIRS),
    ("exit", "Exit", "#3E8948", STAIRS),
    ("stairs", "Stairs", "#265C42", STAIRS),
    (
        "room",
        "Room",
        "#5A6988",
        "room_id:Int kind:String shape:String layout:String vault:String depth:Int progress:Float step:Int cycle:Int \
         host:EntityRef allowance_encounters:Int allowance_loot:Int tags:Array<String>",
    ),
    (
        "door",
        "Door",
        "#B8895E",
        "passage_id:Int kind:String lock:String one_way:EntityRef saves:Int axis:String room:EntityRef \
         leads_to:EntityRef",
    ),
    ("corridor", "Corridor", "#9AC47C", "passage_id:Int from:EntityRef to:EntityRef points:Array<Point>"),
    ("path", "Path", "#3E8948", "from:EntityRef to:EntityRef points:Array<Point>"),
    ("key", "Key", "#F0C040", "key_id:Int name:String use:String room:EntityRef prop:EntityRef opens:Array<EntityRef>"),
    ("unreachable", "Unreachable", "#E05050", ""),
    (
        "encounter",
        "Encounter",
        "#B55088",
        "encounter_id:Int group:String cost:Int room:EntityRef members:Array<EntityRef>",
    ),
    ("light", "Light", "#FEE761", "radius:Float fade:Float strength:Float color:Color prop:EntityRef"),
];

/// The fields of levels.
const LEVEL: &str = "preset:String seed:String floor:Int difficulty:Float digest:String revision:Int run_name:String \
    run_act:String run_mood:String run_branch:String notes:Array<String>";

/// All kinds of entities, and the fields of levels.
#[derive(Debug)]
pub(super) struct Fields {
    pub(super) entities: Vec<EntityKind>,
    pub(super) level: Vec<Field>,
    /// The first definition id behind those of fields.
    pub(super) next: usize,
}

impl Fields {
    pub(super) fn new() -> Self {
        let mut next = FIELDS;
        let mut fields =
            |texts: &'static str| texts.split_whitespace().map(|text| Field::new(text, &mut next)).collect();
        let entities = ENTITIES
            .iter()
            .map(|&(class, name, color, texts)| EntityKind { class, name, color, fields: fields(texts) })
            .collect();
        let level = fields(LEVEL);
        Self { entities, level, next }
    }
}

impl Field {
    /// The field of a text such as `id:Int`. The definition id is the next one.
    fn new(text: &'static str, next: &mut usize) -> Self {
        let (name, of) = text.split_once(':').unwrap_or((text, "String"));
        let inner = of.strip_prefix("Array<").and_then(|inner| inner.strip_suffix('>'));
        let is_kind = |(name, _): &&(&str, FieldKind)| *name == inner.unwrap_or(of);
        let kind = KINDS.iter().find(is_kind).map_or(FieldKind::Text, |(_, kind)| *kind);
        *next += 1;
        Self { name, of, kind, is_list: inner.is_some(), uid: *next - 1 }
    }

    /// The definition of the field.
    pub(super) fn definition(&self) -> Value {
        let display = match self.kind {
            FieldKind::Tile => "EntityTile",
            FieldKind::Point => "PointPath",
            FieldKind::Reference => "RefLinkBetweenCenters",
            _ => "Hidden",
        };
        let inner = KINDS.iter().find(|(_, kind)| *kind == self.kind).map_or("String", |(name, _)| name);
        json!({
            "identifier": self.name, "doc": null, "__type": self.of, "uid": self.uid, "type": format!("F_{inner}"),
            "isArray": self.is_list, "canBeNull": !self.is_list, "arrayMinLength": null, "arrayMaxLength": null,
            "editorDisplayMode": display, "editorDisplayScale": 1, "editorDisplayPos": "Above",
            "editorLinkStyle": "StraightArrow", "editorDisplayColor": null, "editorAlwaysShow": false,
            "editorShowInWorld": true, "editorCutLongValues": true, "editorTextSuffix": null,
            "editorTextPrefix": null, "useForSmartColor": self.kind == FieldKind::Color, "exportToToc": false,
            "searchable": self.kind == FieldKind::Text, "min": null, "max": null, "regex": null,
            "acceptFileTypes": null, "defaultOverride": null, "textLanguageMode": null, "symmetricalRef": false,
            "autoChainRef": true, "allowOutOfLevelRef": true, "allowedRefs": "Any", "allowedRefsEntityUid": null,
            "allowedRefTags": [], "tilesetUid": (self.kind == FieldKind::Tile).then_some(TILESET),
        })
    }

    /// The field with this value; `None` for null, or an empty list.
    pub(super) fn instance(&self, value: Option<Value>) -> Value {
        let value = value.unwrap_or(if self.is_list { json!([]) } else { Value::Null });
        let values =
            if self.is_list { value.as_array().map_or(&[][..], Vec::as_slice) } else { std::slice::from_ref(&value) };
        let edited: Vec<Value> =
            values.iter().filter(|value| !value.is_null()).map(|value| self.kind.edited(value)).collect();
        json!({
            "__identifier": self.name, "__type": self.of, "__value": value, "__tile": null, "defUid": self.uid,
            "realEditorValues": edited,
        })
    }
}

impl FieldKind {
    /// A value as LDtk's editor reads it.
    fn edited(self, value: &Value) -> Value {
        let (id, parameter) = match self {
            Self::Text => ("V_String", value.clone()),
            Self::Whole => ("V_Int", value.clone()),
            Self::Number => ("V_Float", value.clone()),
            Self::Flag => ("V_Bool", value.clone()),
            Self::Color => {
                let digits = value.as_str().unwrap_or_default().trim_start_matches('#');
                ("V_Int", u32::from_str_radix(digits, 16).unwrap_or_default().into())
            }
            Self::Point => ("V_String", format!("{},{}", value["cx"], value["cy"]).into()),
            Self::Reference => ("V_String", value["entityIid"].clone()),
            Self::Tile => ("V_String", ["x", "y", "w", "h"].map(|side| value[side].to_string()).join(",").into()),
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
        PropertyValue::List(texts) => texts.as_slice().into(),
        PropertyValue::Whole(whole) => (*whole).into(),
        PropertyValue::Number(of) => number(*of),
        PropertyValue::Flag(is) => (*is).into(),
        PropertyValue::Object(id) => return reference(*id),
        PropertyValue::Color(color) => color.to_string().into(),
    })
}
