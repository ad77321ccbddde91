//! Labels: tags and values that a preset attaches to a kind for the game. Generation ignores them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::Name;
use crate::{digest::Digest, legible::first_unsafe_char};

/// Tags and values of a kind of prop, with meanings that only the game knows.
///
/// One pointer wide, since few kinds have labels. The content is shared, so that a copy is cheap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels(Option<Arc<LabelContent>>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct LabelContent {
    tags: Vec<String>,
    values: BTreeMap<String, String>,
}

impl Labels {
    /// The most tags of a kind, and the most values of a kind: tables repeat them for each prop.
    pub(crate) const MAX_WORDS: usize = 64;
    /// The longest text of a value, in characters.
    pub(crate) const MAX_TEXT: usize = 1024;

    /// What is wrong with a value's text, and what is allowed; `None` for a valid text.
    pub(crate) fn fault(text: &str) -> Option<(String, String)> {
        let length = text.chars().count();
        if length > Self::MAX_TEXT {
            let allowed = format!("at most {} are allowed", Self::MAX_TEXT);
            return Some((format!("a text of {length} characters is too long"), allowed));
        }
        let hidden = first_unsafe_char(text)?;
        let allowed = "line ends and tabs are allowed; other control characters and those that change the direction of text are not";
        Some((format!("the text contains {hidden:?}"), allowed.to_owned()))
    }

    /// Whether each tag is a name and given once, and each value has a name and a valid text.
    pub(super) fn are_valid(&self) -> bool {
        let tags: BTreeSet<_> = self.tags().iter().collect();
        let mut names = self.tags().iter().map(String::as_str).chain(self.values().map(|(name, _)| name));
        tags.len() == self.tags().len()
            && names.all(|name| Name::fault(name).is_none())
            && self.values().all(|(_, text)| Self::fault(text).is_none())
    }

    /// Labels with these tags, which must be distinct, and these values by name.
    #[must_use]
    pub fn new(tags: Vec<String>, values: BTreeMap<String, String>) -> Self {
        let is_empty = tags.is_empty() && values.is_empty();
        Self((!is_empty).then(|| Arc::new(LabelContent { tags, values })))
    }

    /// The tags, in the preset's order.
    #[must_use]
    pub fn tags(&self) -> &[String] {
        self.0.as_ref().map_or(&[], |words| &words.tags)
    }

    /// Whether `tag` is one of the tags.
    #[must_use]
    pub fn has(&self, tag: &str) -> bool {
        self.tags().iter().any(|own| own == tag)
    }

    /// The names and texts of the values, sorted by name.
    pub fn values(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().flat_map(|words| &words.values).map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// The text of the value called `name`.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.0.as_ref()?.values.get(name).map(String::as_str)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub(super) fn digest(&self, digest: &mut Digest) {
        digest.list(self.tags(), |digest, tag| {
            digest.text(tag);
        });
        digest.wide(self.values().count() as u64);
        for (name, text) in self.values() {
            digest.text(name).text(text);
        }
    }
}
