//! Malicious input: each case ends soon, in bounded memory, with an error or a proper result.
//!
//! No output can control a terminal.

mod bases;
mod bytes;
mod claims;
#[cfg(target_os = "linux")]
mod memory;
mod names;
mod nesting;
mod numbers;

use std::sync::OnceLock;

use roomgen::{Level, Preset, generate};

fn level() -> &'static Level {
    static LEVEL: OnceLock<Level> = OnceLock::new();
    LEVEL.get_or_init(|| {
        let preset = Preset::built_in("cellar").expect("a preset that is built in");
        generate(&preset.with_size("24x16".parse().expect("a size")).expect("large enough"), 1)
    })
}

/// Runs `work` on a thread with a stack of 256 kB, an eighth of the default.
fn on_a_small_stack<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> R {
    let thread = std::thread::Builder::new().stack_size(1 << 18).spawn(work).expect("a thread");
    thread.join().expect("no panic")
}

/// The ranges of numbers in a text, outside of quotes.
fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut at, mut is_quoted) = (Vec::new(), 0, false);
    while at < bytes.len() {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.+".contains(&byte);
        let start = at;
        at += 1;
        match bytes[start] {
            b'\\' if is_quoted => at += 1,
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b'\'' => at = text[start + 1..].find('\'').map_or(bytes.len(), |end| start + end + 2).max(start + 3),
            b'/' if bytes.get(at) == Some(&b'/') => {
                at = text[start..].find('\n').map_or(bytes.len(), |end| start + end);
            }
            b'0'..=b'9' | b'-' => {
                at = (at..bytes.len()).find(|&end| !is_word(bytes[end])).unwrap_or(bytes.len());
                found.push(start..at);
            }
            byte if is_word(byte) => at = (at..bytes.len()).find(|&end| !is_word(bytes[end])).unwrap_or(bytes.len()),
            _ => {}
        }
    }
    found
}

/// The text with `other` in place of `range`.
fn with(text: &str, range: &std::ops::Range<usize>, other: &str) -> String {
    [&text[..range.start], other, &text[range.end..]].concat()
}
