//! Text in XML.

/// A text as it may stand between tags and in attributes. Characters that XML 1.0 cannot have at all become U+FFFD.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            // As themselves they would be read as spaces.
            '\t' | '\n' | '\r' => escaped += &format!("&#{};", u32::from(character)),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            plain => escaped.push(plain),
        }
    }
    escaped
}
