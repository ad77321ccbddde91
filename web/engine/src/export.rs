//! Files of a level, in every format that the tool writes.

use roomgen::{Level, Preset, export};
use roomgen_formats::{
    gltf, svg,
    tiled::{self, TileSheet},
};
use roomgen_pictures::{
    ansi,
    gif::{self, GifOptions},
    picture::Picture,
    png,
};
use serde_json::{Value, json};

use crate::{bytes::ReplyBytes, fields::OperationFields, request::Refusal};

/// A format that the page offers.
pub(crate) struct ExportFormat {
    pub(crate) name: &'static str,
    pub(crate) ending: &'static str,
    pub(crate) media: &'static str,
    pub(crate) about: &'static str,
}

/// All formats, in the order of the tool's help; the last is `roomgen animate`.
pub(crate) const FORMATS: &[ExportFormat] = &[
    ExportFormat { name: "ron", ending: "ron", media: "text/plain", about: "the level as data, for games" },
    ExportFormat {
        name: "json",
        ending: "json",
        media: "application/json",
        about: "the same as JSON, for games and scripts",
    },
    ExportFormat {
        name: "text",
        ending: "txt",
        media: "text/plain",
        about: "rows of characters with a legend, to look at",
    },
    ExportFormat { name: "ansi", ending: "ans", media: "text/plain", about: "half blocks of colour, for terminals" },
    ExportFormat { name: "png", ending: "png", media: "image/png", about: "a picture" },
    ExportFormat { name: "svg", ending: "svg", media: "image/svg+xml", about: "a plan for documents and browsers" },
    ExportFormat { name: "csv", ending: "csv", media: "text/csv", about: "a table of the props, for spreadsheets" },
    ExportFormat {
        name: "dot",
        ending: "dot",
        media: "text/plain",
        about: "a graph of the rooms, passages, locks and keys, for GraphViz",
    },
    ExportFormat {
        name: "glb",
        ending: "glb",
        media: "model/gltf-binary",
        about: "a scene in three dimensions, glTF 2.0, for engines and modelling programs",
    },
    ExportFormat {
        name: "tmx",
        ending: "tmx",
        media: "application/xml",
        about: "a map for Tiled, with its tile sheet",
    },
    ExportFormat {
        name: "tmj",
        ending: "tmj",
        media: "application/json",
        about: "the same as JSON, with its tile sheet",
    },
    ExportFormat { name: "gif", ending: "gif", media: "image/gif", about: "how the level is made, as an animation" },
];

/// Writes a level in a format: the list of files, and their bytes one behind the other. `draw`
/// draws it as the request says.
pub(crate) fn export(
    level: &Level,
    preset: &Preset,
    fields: &OperationFields,
    draw: impl FnOnce() -> Result<Picture, Refusal>,
    bytes: &mut ReplyBytes,
) -> Result<Value, Refusal> {
    let asked = fields.format()?;
    let format = FORMATS.iter().find(|format| format.name == asked).ok_or_else(|| {
        let known: Vec<_> = FORMATS.iter().map(|format| format.name).collect();
        Refusal::new(format!("{asked:?} is no format; allowed: {}", known.join(", ")))
    })?;
    let name = fields.name.as_deref().unwrap_or("level");
    let theme = preset.theme();
    let mut beside = Vec::new();
    let mut map = |write: fn(&Level, &roomgen::theme::Theme, &TileSheet, &str) -> Vec<u8>| {
        let sheet = TileSheet::of_level(level, theme, Some(preset));
        let sheet_name = format!("{name}-tiles");
        beside = sheet.files(&sheet_name).map_err(Refusal::of)?;
        Ok::<_, Refusal>(write(level, theme, &sheet, &sheet_name))
    };
    let file = match format.name {
        "ron" => export::ron::write(level).into_bytes(),
        "json" => export::json::write(level),
        "text" => export::text::write(level).into_bytes(),
        "ansi" => ansi::write(level, theme, ansi::AnsiOptions::default()).map_err(Refusal::of)?.into_bytes(),
        "png" => png::encode(&draw()?).map_err(Refusal::of)?,
        "svg" => svg::write(level).into_bytes(),
        "csv" => export::csv::write(level).into_bytes(),
        "dot" => export::dot::write(level).into_bytes(),
        "glb" => gltf::write(level, theme).map_err(Refusal::of)?,
        "tmx" => map(tiled::tmx)?,
        "tmj" => map(tiled::tmj)?,
        _ => {
            let origin = level.origin();
            let request = roomgen::Request::new(origin.seed).on_floor(origin.floor);
            let request = request.with_difficulty(origin.difficulty).map_err(Refusal::of)?;
            gif::write(preset, request, GifOptions::default()).map_err(Refusal::of)?
        }
    };
    bytes.extend(&file);
    let mut files = vec![json!({
        "name": format!("{name}.{}", format.ending),
        "media": format.media,
        "length": file.len(),
    })];
    for file in beside {
        let media = if file.name.ends_with(".png") { "image/png" } else { "application/xml" };
        files.push(json!({ "name": file.name, "media": media, "length": file.bytes.len() }));
        bytes.extend(&file.bytes);
    }
    Ok(json!({ "files": files }))
}
