//! Escaping of text for XML 1.0.

/// Escapes a text for element content and for attribute values.
///
/// Characters that XML 1.0 cannot represent become U+FFFD.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            // XML readers replace these characters in an attribute value with spaces unless it
            // escapes them.
            '\t' | '\n' | '\r' => escaped += &format!("&#{};", u32::from(character)),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            plain => escaped.push(plain),
        }
    }
    escaped
}
