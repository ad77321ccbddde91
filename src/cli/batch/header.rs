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
        let fields = |line: &str| serde_json::from_str::<Map<String, Value>>(line).unwrap_or_default();
        let (there, ours) = (fields(line), fields(&ours));
        if !there.contains_key("manifest") {
            return Some("its first line is no header of a manifest".to_owned());
        }
        let shown = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
        let differs = ours.keys().chain(there.keys()).find(|key| ours.get(*key) != there.get(*key));
        Some(differs.map_or("its first line is spelt differently".to_owned(), |key| {
            format!("its \"{key}\" is {}, and asked for is {}", shown(there.get(key)), shown(ours.get(key)))
        }))
    }

    /// A digest of the looks, which a preset's own digest leaves out.
    pub(super) fn digest_of(theme: &Theme) -> String {
        let mut digest = SipHasher24::default();
        // By the names and values of its fields, all of them texts, numbers and colours.
        digest.write(format!("{theme:?}").as_bytes());
        format!("{:016x}", digest.finish())
    }
}
