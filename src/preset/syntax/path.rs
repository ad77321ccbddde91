//! Paths such as `layouts[2].prop`, and the values of a text that they lead to.

use super::{
    source::SourceText,
    tree::{SourceSpan, TreeBody, ValueTree},
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
        let (span, is_found, is_override) = match (self.child(texts, step), step) {
            (Some(child), ValueStep::Key(_)) => (child.key.as_ref().unwrap_or(&child.whole), rest.is_empty(), false),
            (Some(child), _) => child.follow(texts, rest),
            (None, _) => (&self.whole, false, false),
        };
        (span, is_found, is_override || self.is_override)
    }

    /// The value at `path`; `None` if there is none.
    pub(in crate::preset) fn value_at(&self, texts: &[SourceText<'_>], path: &[ValueStep]) -> Option<&Self> {
        path.iter().try_fold(self, |value, step| value.child(texts, step))
    }

    /// The value to which `step` leads in this value, or to whose key; `None` if there is none.
    fn child(&self, texts: &[SourceText<'_>], step: &ValueStep) -> Option<&Self> {
        let parts = self.body.parts();
        match *step {
            ValueStep::Field(name) => {
                let is_it = |part: &&Self| part.key.as_ref().is_some_and(|key| texts[key.source].of(key) == name);
                parts.iter().find(is_it)
            }
            // A variant with a struct as its only value may omit the struct's brackets:
            // `Ratio(from: 1, to: 2)`. The struct is then the variant's whole value.
            ValueStep::Index(0) if matches!(self.body, TreeBody::Fields(_)) => Some(self),
            ValueStep::Index(index) | ValueStep::Entry(index) | ValueStep::Key(index) => parts.get(index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::syntax::source::SourceTree;

    const TEXT: &str = r##"#![enable(implicit_some)]
// a "comment, with (brackets
Preset(
    name: "a, (b", /* note: /* nested, */ here */
    list: [ (x: 1, y: ':'), Box(3, /* three */ -4.5), r#"raw ", ["# ],
    map: { "k:1": (z: '\''), "k2" : [] },
)"##;

    fn of(text: &str) -> Option<SourceTree<'_>> {
        SourceTree::of(text).ok()
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
