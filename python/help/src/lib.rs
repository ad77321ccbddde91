//! Docstrings for the native classes of the Python package: those of its stub, `_native.pyi`.
//!
//! The stub is the only place of these texts. Editors read them there, `help()` from the classes,
//! whose docstrings nothing can set once PyO3 has made them.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};
use std::collections::BTreeMap;

const STUB: &str = include_str!("../../roomgen/_native.pyi");

/// Adds the docstrings of a class of the stub, as `#[documented(Level)]`: that of the class to a
/// struct, those of methods and properties to the functions of an `impl`.
///
/// PyO3 has no docstring of a constructor: it follows that of the class.
#[proc_macro_attribute]
pub fn documented(class: TokenStream, item: TokenStream) -> TokenStream {
    let docs = docs_of(&class.to_string());
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    let is_impl = tokens.iter().any(|token| token.to_string() == "impl");
    let Some(TokenTree::Group(body)) = tokens.pop_if(|_| is_impl) else {
        let texts: Vec<&str> = ["", "__new__"].iter().filter_map(|name| docs.get(name)).map(String::as_str).collect();
        return doc(&texts.join("\n\n")).into_iter().chain(tokens).collect();
    };
    let (mut members, mut start) = (Vec::<TokenTree>::new(), 0);
    for token in body.stream() {
        let is_name = members.last().is_some_and(|last| last.to_string() == "fn");
        if let Some(text) = docs.get(&*token.to_string()).filter(|_| is_name) {
            members.splice(start..start, doc(text));
        }
        let is_end = matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        members.push(token);
        start = if is_end { members.len() } else { start };
    }
    tokens.push(Group::new(Delimiter::Brace, members.into_iter().collect()).into());
    tokens.into_iter().collect()
}

/// The attribute that documents an item.
fn doc(text: &str) -> TokenStream {
    format!("#[doc = {text:?}]").parse().unwrap_or_default()
}

/// The docstrings of a class of the stub by the names of its members; its own has no name.
fn docs_of(class: &str) -> BTreeMap<&'static str, String> {
    let class = STUB.split("\nclass ").find_map(|text| text.strip_prefix(class)?.strip_prefix(':'));
    let mut parts = class.unwrap_or_default().split("\"\"\"");
    let mut docs = BTreeMap::new();
    while let (Some(code), Some(text)) = (parts.next(), parts.next()) {
        // Another text is that of a constant behind the class.
        if let Some((head, indent)) = code.rsplit_once('\n').filter(|(head, _)| docs.is_empty() || head.ends_with(':'))
        {
            let name = head.rsplit_once("def ").and_then(|(_, rest)| rest.split_once('('));
            let text = text.trim_end().replace(&format!("\n{indent}"), "\n");
            docs.insert(name.map_or("", |(name, _)| name), text);
        }
    }
    docs
}
