//! Paths such as `layouts[2].prop`, and the values of a text that they lead to.

use super::{
    source::SourceText,
    tree::{SourceSpan, TreeBody, TreeEntry, ValueTree},
};

/// One step of a path from a value to a value inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ValueStep {
    /// The field of this name of a struct.
    Field(&'static str),
    /// The element at this position of a list or tuple.
    Index(usize),
    /// The value of the map entry at this position, counted in text order.
    Entry(usize),
    /// The key of the map entry at this position, counted in text order.
    Key(usize),
}

impl ValueTree {
    /// The span of the value at `path`, or of the last existing value on the way to it; whether it
    /// is the value at the end; and whether one on the way stands in place of one of a base.
    pub(super) fn follow(&self, texts: &[SourceText<'_>], path: &[ValueStep]) -> (&SourceSpan, bool, bool) {
        let Some((step, rest)) = path.split_first() else { return (&self.whole, true, self.is_override) };
        let (span, is_found, is_override) = match self.child(texts, step) {
            Some(TreeChild::Value(child)) => child.follow(texts, rest),
            Some(TreeChild::Key(key)) => (key, rest.is_empty(), false),
            None => (&self.whole, false, false),
        };
        (span, is_found, is_override || self.is_override)
    }

    /// What `step` leads to in this value; `None` if there is no such value.
    fn child(&self, texts: &[SourceText<'_>], step: &ValueStep) -> Option<TreeChild<'_>> {
        match (&self.body, step) {
            (TreeBody::Fields(entries) | TreeBody::Map(entries), ValueStep::Field(name)) => {
                let is_it = |(key, _): &&TreeEntry| texts[key.source].of(key) == *name;
                entries.iter().find(is_it).map(|(_, value)| TreeChild::Value(value))
            }
            // A variant with a struct as its only value may omit the struct's brackets:
            // `Ratio(from: 1, to: 2)`. The struct is then the variant's whole value.
            (TreeBody::Fields(_), ValueStep::Index(0)) => Some(TreeChild::Value(self)),
            (
                TreeBody::Fields(entries) | TreeBody::Map(entries),
                &ValueStep::Entry(index) | &ValueStep::Index(index),
            ) => entries.get(index).map(|(_, value)| TreeChild::Value(value)),
            (TreeBody::Fields(entries) | TreeBody::Map(entries), &ValueStep::Key(index)) => {
                entries.get(index).map(|(key, _)| TreeChild::Key(key))
            }
            (TreeBody::List(items) | TreeBody::Tuple(items), &ValueStep::Index(index) | &ValueStep::Entry(index)) => {
                items.get(index).map(TreeChild::Value)
            }
            (TreeBody::List(_) | TreeBody::Tuple(_) | TreeBody::Plain, _) => None,
        }
    }
}

/// What a step of a path leads to.
enum TreeChild<'tree> {
    Value(&'tree ValueTree),
    /// The span of a key of a map.
    Key(&'tree SourceSpan),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::syntax::{source::PresetSource, tokens_of, tree};

    const TEXT: &str = r##"#![enable(implicit_some)]
// a "comment, with (brackets
Preset(
    name: "a, (b", /* note: /* nested, */ here */
    list: [ (x: 1, y: ':'), Box(3, /* three */ -4.5), r#"raw ", ["# ],
    map: { "k:1": (z: '\''), "k2" : [] },
)"##;

    fn of(text: &str) -> Option<PresetSource<'_>> {
        let tokens = tokens_of(text).ok()?;
        let tree = tree::read(text, &tokens, 0);
        Some(PresetSource { texts: vec![SourceText { name: None, text: text.into() }], tokens: vec![tokens], tree })
    }

    fn found(path: &[ValueStep]) -> &'static str {
        &TEXT[of(TEXT).unwrap().locate(path).span]
    }

    #[test]
    fn values_are_found_through_strings_comments_and_brackets() {
        use ValueStep::{Entry, Field, Index, Key};
        assert_eq!(found(&[Field("name")]), "\"a, (b\"");
        assert_eq!(found(&[Field("list"), Index(0), Field("y")]), "':'");
        assert_eq!(found(&[Field("list"), Index(1), Index(1)]), "-4.5");
        assert_eq!(found(&[Field("list"), Index(2)]), "r#\"raw \", [\"#");
        assert_eq!(found(&[Field("map"), Key(1)]), "\"k2\"");
        assert_eq!(found(&[Field("map"), Entry(0), Field("z")]), r"'\''");
    }

    #[test]
    fn a_path_that_leads_nowhere_ends_at_what_encloses_it() {
        let path = [ValueStep::Field("map"), ValueStep::Entry(1), ValueStep::Field("absent")];
        assert_eq!(found(&path), "[]");
        let source = of(TEXT).unwrap();
        assert!(source.gives(&path[..2]) && !source.gives(&path));
    }

    #[test]
    fn any_text_is_survived() {
        let path = [ValueStep::Field("list"), ValueStep::Index(1), ValueStep::Index(1)];
        for text in (0..TEXT.len()).flat_map(|end| [&TEXT[..end], &TEXT[end..]]) {
            let _ = of(text).map(|source| source.locate(&path));
        }
        for odd in ["é, é)", "{:}", "a:", "(,,,)", "#!", "'''", "(a b: 1, 2)", "{1 2 3}", "(: : :)", ""] {
            let _ = of(odd).map(|source| (source.locate(&path), source.locate(&[ValueStep::Key(0)])));
        }
    }
}
