//! The text of a merged tree: that of a preset which has neither a base nor comments.

use super::{SourceText, TreeBody, ValueTree};

/// The longest line that several values share, in characters.
const LINE: usize = 100;

/// The text of a tree.
pub(super) fn text(tree: &ValueTree, texts: &[SourceText<'_>]) -> String {
    let mut text = printed(tree, texts, 0);
    text.push('\n');
    text
}

/// The text of a value with its key, whose first line is `indent` levels deep.
fn printed(value: &ValueTree, texts: &[SourceText<'_>], indent: usize) -> String {
    let key = value.key.as_ref().map_or_else(String::new, |key| format!("{}: ", texts[key.source].of(key)));
    let (parts, brackets) = match &value.body {
        TreeBody::Plain | TreeBody::Broken(_) => return key + texts[value.whole.source].of(&value.whole),
        TreeBody::Tuple(parts) | TreeBody::Fields(parts) => (parts, ['(', ')']),
        TreeBody::Map(parts) => (parts, ['{', '}']),
        TreeBody::List(parts) => (parts, ['[', ']']),
    };
    let name = if value.is_named() { texts[value.whole.source].of(&value.name()) } else { "" };
    let [open, close] = brackets;
    let parts: Vec<String> = parts.iter().map(|part| printed(part, texts, indent + 1)).collect();
    let length = 4 * indent + key.len() + parts.iter().map(|part| part.len() + 2).sum::<usize>();
    if indent > 0 && length <= LINE && !parts.iter().any(|part| part.contains('\n')) {
        return format!("{key}{name}{open}{}{close}", parts.join(", "));
    }
    let (inner, outer) = (" ".repeat(4 * indent + 4), " ".repeat(4 * indent));
    let lines: String = parts.iter().map(|part| format!("{inner}{part},\n")).collect();
    format!("{key}{name}{open}\n{lines}{outer}{close}")
}
