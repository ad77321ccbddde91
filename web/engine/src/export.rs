//! Files of a level, in every format.

use roomgen_export::format::{Format, LevelExport};
use serde_json::{Value, json};

use crate::{bytes::ReplyBytes, request::Refusal};

/// Writes a level in a format: the list of files, and their bytes one behind the other. `name` is
/// the level's name in those of its files.
pub(crate) fn export(
    format: Format,
    export: &LevelExport<'_>,
    name: Option<&str>,
    bytes: &mut ReplyBytes,
) -> Result<Value, Refusal> {
    let files = format.files(export, name.unwrap_or("level")).map_err(Refusal::of)?;
    let listed = files.iter().map(|file| {
        bytes.extend(&file.bytes);
        json!({ "name": file.name, "media": file.media_type, "length": file.bytes.len() })
    });
    Ok(json!({ "files": listed.collect::<Vec<_>>() }))
}
