//! The first line of a manifest: what was asked for.

use std::hash::Hasher;

use roomgen::theme::Theme;
use serde::Serialize;
use serde_json::{Map, Value};
use siphasher::sip::SipHasher24;

/// All that decides the bytes of the files, and nothing else: so it is the same for all shards, and two batches whose headers
/// agree make the same file for a seed.
#[derive(Debug, Serialize)]
pub(super) struct Header {
    /// The version of the manifest's form.
    pub(super) manifest: u32,
    /// The version of the tool, since another may write the same level in other words.
    pub(super) roomgen: &'static str,
    pub(super) revision: u32,
    pub(super) preset: String,
    pub(super) preset_digest: String,
    pub(super) theme_digest: String,
    pub(super) size: String,
    pub(super) floor: u32,
    pub(super) difficulty: f32,
    /// The whole range, also in the manifest of a shard.
    pub(super) seeds: String,
    pub(super) format: &'static str,
    /// How pictures are drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) picture: Option<String>,
}

impl Header {
    /// The form that is written.
    pub(super) const VERSION: u32 = 1;

    /// The line, with its end.
    pub(super) fn line(&self) -> String {
        // Texts and numbers can be written, and all keys are texts.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// How a line differs from this one, in the words of a sentence; `None` if it does not.
    pub(super) fn difference(&self, line: &str) -> Option<String> {
        let ours = self.line();
        if line == ours {
            return None;
        }
        let (there, ours) = (fields(line), fields(&ours));
        if !there.contains_key("manifest") {
            return Some("its first line is no header of a manifest".to_owned());
        }
        if there.contains_key("floors") {
            return Some("it is that of a run of floors".to_owned());
        }
        Some(first_difference(&there, &ours).map_or("its first line is spelt differently".to_owned(), |differs| {
            let Difference { key, there, ours } = differs;
            format!("its \"{key}\" is {there}, and asked for is {ours}")
        }))
    }
}

/// The fields of a line.
fn fields(line: &str) -> Map<String, Value> {
    serde_json::from_str(line).unwrap_or_default()
}

/// A field that two lines have with different values.
#[derive(Debug)]
pub(super) struct Difference {
    pub(super) key: String,
    pub(super) there: String,
    pub(super) ours: String,
}

/// The first field in which a line that is there differs from ours; `None` if all are the same.
pub(super) fn difference(there: &str, ours: &str) -> Option<Difference> {
    first_difference(&fields(there), &fields(ours))
}

fn first_difference(there: &Map<String, Value>, ours: &Map<String, Value>) -> Option<Difference> {
    let shown = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
    let key = ours.keys().chain(there.keys()).find(|key| ours.get(*key) != there.get(*key))?;
    Some(Difference { key: key.clone(), there: shown(there.get(key)), ours: shown(ours.get(key)) })
}

/// A digest of the looks, which a preset's own digest leaves out.
pub(crate) fn theme_digest(theme: &Theme) -> String {
    let mut digest = SipHasher24::default();
    // By the names and values of its fields, all of them texts, numbers and colours.
    digest.write(format!("{theme:?}").as_bytes());
    format!("{:016x}", digest.finish())
}
