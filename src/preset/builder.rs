//! Presets made in code: a builder that writes the text of a preset.

use super::Preset;
use crate::{
    error::PresetError,
    legible::is_hidden,
    model::{Light, Metres, PropKind, TerrainKind},
};

/// Writes the text of a small preset from values, for tests and prototypes of games.
///
/// [`PresetBuilder::build`] reads the text as [`Preset::parse`] does, so all rules, defaults and
/// messages are those of the preset language. No call refuses its input: a wrong value is a problem
/// in the text.
///
/// ```
/// use roomgen::{PropKind, color::Color, preset::PresetBuilder};
///
/// let urn = PropKind::new("urn".into(), 'u', Color::new(160, 82, 45));
/// let preset = PresetBuilder::new("arena")
///     .size(40, 30)
///     .rooms(6, 14)
///     .prop(&urn)
///     .layout("hall", ["(shape: Circle, prop: \"urn\", size: Cells(5))"])
///     .build()?;
/// assert_eq!(preset.kinds(), [urn]);
/// assert!(roomgen::generate(&preset, 1).props().len() > 0);
/// # Ok::<(), roomgen::PresetError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a builder makes a preset when `build` is called"]
pub struct PresetBuilder {
    /// The names and texts of the fields, in the order of the text; each name once.
    fields: Vec<(String, String)>,
    /// The entries of the field `props`.
    props: Vec<String>,
    /// The entries of the field `terrain`.
    terrain: Vec<String>,
    /// The elements of the field `layouts`.
    layouts: Vec<String>,
}

impl PresetBuilder {
    /// A preset of this name, with the defaults of the language and without props and layouts.
    pub fn new(name: &str) -> Self {
        let fields = vec![("name".to_owned(), string(name))];
        Self { fields, props: Vec::new(), terrain: Vec::new(), layouts: Vec::new() }
    }

    /// Builds on the preset `base`. [`PresetBuilder::build`] knows the built-in ones;
    /// [`Preset::parse_with`] reads [`PresetBuilder::text`] with others.
    pub fn base(self, base: &str) -> Self {
        self.field("base", string(base))
    }

    /// The size of the levels, in cells.
    pub fn size(self, width: i32, height: i32) -> Self {
        self.field("size", format!("({width}, {height})"))
    }

    /// The smallest and the largest side of a room, in cells. Sets the field `floorplan`.
    pub fn rooms(self, min: i32, max: i32) -> Self {
        self.field("floorplan", format!("(rooms: (min: {min}, max: {max}))"))
    }

    /// Sets a field of the preset to `text`, which is written as it is:
    /// `.field("theme", "(walls: Rounded)")`.
    ///
    /// A field that is set again has the last value. `props`, `terrain` and `layouts` are either
    /// set here or built by [`PresetBuilder::prop`], [`PresetBuilder::terrain`] and
    /// [`PresetBuilder::layout`]; both together are refused by [`PresetBuilder::build`].
    pub fn field(mut self, name: &str, text: impl Into<String>) -> Self {
        let text = text.into();
        match self.fields.iter_mut().find(|(known, _)| known == name) {
            Some((_, value)) => *value = text,
            None => self.fields.push((name.to_owned(), text)),
        }
        self
    }

    /// Adds a kind of prop, with every field of it.
    ///
    /// If the base has a kind of this name, its fields that a [`PropKind`] does not have stay:
    /// `sprite`, `look`, `jitter`, `weight`, `variants`, `near`, `avoid` and `slot`.
    pub fn prop(mut self, kind: &PropKind) -> Self {
        let PropKind {
            name,
            blocks,
            opaque,
            width,
            height,
            tall,
            elevation,
            glyph,
            color,
            body,
            marker,
            light,
            value: _,
            cost: _,
            labels,
        } = kind;
        let tags = list(labels.tags().iter().map(|tag| string(tag)));
        let values = list(labels.values().map(|(name, text)| format!("{}: {}", string(name), string(text))));
        let light = light.map_or_else(
            || "None".to_owned(),
            |Light { color, radius, fade, strength }| {
                let (radius, fade, strength) = (radius.get(), fade.get(), strength.get());
                format!("(color: \"{color}\", radius: {radius:?}, fade: {fade:?}, strength: {strength:?})")
            },
        );
        let [tall, elevation, across, down] = [*tall, *elevation, body[0], body[1]].map(Metres::get);
        self.props.push(format!(
            "{}: (glyph: {}, color: \"{color}\", blocks: {blocks}, opaque: {opaque}, footprint: ({width}, {height}), \
             tall: {tall:?}, elevation: {elevation:?}, body: ({across:?}, {down:?}), marker: {marker}, \
             light: {light}, tags: [{tags}], values: {{{values}}})",
            string(name),
            character(*glyph),
        ));
        self
    }

    /// Adds a kind of terrain, with every field of it but `is_bridge` and the values of its labels.
    /// `bridge` is the name of the kind that covers the crossings of its partings.
    pub fn terrain(mut self, kind: &TerrainKind, bridge: Option<&str>) -> Self {
        let TerrainKind { name, glyph, color, blocks, depth, slow, is_bridge: _, labels } = kind;
        let tags = labels.tags().iter().map(|tag| string(tag)).collect::<Vec<_>>().join(", ");
        let bridge = bridge.map_or_else(|| "None".to_owned(), string);
        self.terrain.push(format!(
            "{}: (glyph: {}, color: \"{color}\", blocks: {blocks}, depth: {:?}, bridge: {bridge}, slow: {slow}, \
             tags: [{tags}])",
            string(name),
            character(*glyph),
            depth.get(),
        ));
        self
    }

    /// Adds a layout for all rooms. Each formation is a text of the preset language, which is
    /// written as it is.
    pub fn layout<T: AsRef<str>>(mut self, name: &str, formations: impl IntoIterator<Item = T>) -> Self {
        let mut text = format!("(name: {}, formations: [", string(name));
        for formation in formations {
            text += &line(3, "", formation.as_ref());
        }
        self.layouts.push(text + "\n        ])");
        self
    }

    /// The text of the preset: a file for a designer to start from.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = "(".to_owned();
        for (name, value) in &self.fields {
            text += &line(1, &format!("{name}: "), value);
        }
        let lists = [
            ("props", '{', '}', &self.props),
            ("terrain", '{', '}', &self.terrain),
            ("layouts", '[', ']', &self.layouts),
        ];
        for (name, open, close, items) in lists {
            if !items.is_empty() {
                let items: String = items.iter().map(|item| line(2, "", item)).collect();
                text += &line(1, &format!("{name}: "), &format!("{open}{items}\n    {close}"));
            }
        }
        text + "\n)\n"
    }

    /// The preset.
    ///
    /// # Errors
    ///
    /// [`PresetError`] by line and column of [`PresetBuilder::text`], as for [`Preset::parse`].
    /// `{error:#}` shows the lines.
    pub fn build(&self) -> Result<Preset, PresetError> {
        Preset::parse(&self.text())
    }
}

/// A line break, `value` behind `start`, indented by `depth` steps, and a comma.
fn line(depth: usize, start: &str, value: &str) -> String {
    let indent = "    ".repeat(depth);
    // A comment in the last line would swallow the comma.
    let end = if value.lines().last().is_some_and(|last| last.contains("//")) { "\n" } else { "" };
    format!("\n{indent}{start}{value}{end},")
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}

/// The text as a string literal.
fn string(text: &str) -> String {
    let inside: String = text.chars().map(|character| escaped(character, '"')).collect();
    format!("\"{inside}\"")
}

/// The character as a literal.
fn character(character: char) -> String {
    format!("'{}'", escaped(character, '\''))
}

/// The character between two `quote`s: escaped if it is the quote, a backslash or hidden.
fn escaped(character: char, quote: char) -> String {
    if character == quote || character == '\\' {
        format!("\\{character}")
    } else if is_hidden(character) {
        character.escape_default().to_string()
    } else {
        character.to_string()
    }
}
