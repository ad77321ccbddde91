//! Level files read a line at a time: what was laid out by a writer of ours is never in memory as text.
//!
//! The writers give every top-level value a line, and every element of a list. The long lists, of tiles, rooms, passages and props,
//! are read element by element; the few lines that are left, with these lists empty, are a small level file, which is read as any
//! other. A text that is laid out in another way is left to the readers of whole texts.

use std::io::{self, BufRead, ErrorKind, Read};

use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::level::{Bulk, Level, LevelError, Object, RawLevel, RawProp, Word};

/// Why a level file was not read a line at a time.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LinesError {
    /// The text is no level file, or not laid out as it is written: to be read whole, which says more.
    #[error("line {line} is not as roomgen writes it")]
    Layout {
        /// The line, counted from 1.
        line: usize,
    },
    /// What it says is no level.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The reader failed.
    #[error(transparent)]
    Read(#[from] io::Error),
}

/// What differs from format to format.
pub(super) trait Syntax {
    /// The line that begins one of the long lists.
    fn opening(list: &str) -> String;
    /// What stands for it if it is empty.
    fn empty(list: &str) -> String;
    /// Whether a comma may follow the last element.
    const LAST_COMMA: bool;
    /// Whether nothing on a line reaches beyond its end, such as a comment or a text.
    fn is_whole(line: &str) -> bool;
    /// Reads an element.
    fn element<'text, T: serde::Deserialize<'text>>(text: &'text str) -> Option<T>;
    /// Reads a prop, of which there are more than of all else.
    fn prop(text: &str) -> Option<RawProp<Word<'_>>> {
        Self::element::<Object<_>>(text).map(|Object(prop)| prop)
    }
    /// Reads all but the long lists.
    fn document<T: DeserializeOwned>(text: &str) -> Option<T>;
}

/// The names of the long lists, and how an element is added.
const LISTS: [&str; 4] = ["tiles", "rooms", "passages", "props"];

fn push<S: Syntax>(bulk: &mut Bulk, list: usize, text: &str) -> Option<()> {
    match list {
        0 => bulk.tiles.get_or_insert_default().push(&S::element::<Word>(text)?.0),
        1 => bulk.rooms.get_or_insert_default().0.push(S::element::<Object<_>>(text)?.0),
        2 => bulk.passages.get_or_insert_default().0.push(S::element::<Object<_>>(text)?.0),
        _ => bulk.props.get_or_insert_default().push(S::prop(text)?),
    }
    Some(())
}

/// The longest line, in bytes: more than any row of tiles.
const LONGEST: u64 = 1 << 20;

/// The most bytes outside the long lists.
const MOST: usize = 1 << 28;

/// Reads a level, which may break invariants; it keeps the guarantees of [`Level`].
pub(super) fn read<S: Syntax>(mut reader: impl BufRead) -> Result<Level, LinesError> {
    let openings = LISTS.map(S::opening);
    let (mut bulk, mut rest) = (Bulk::default(), String::new());
    let mut list = None;
    // Whether another element may come: each but the last is followed by a comma, which the reader of whole texts insists on too.
    let (mut may_go_on, mut is_empty) = (true, true);
    let mut text = String::new();
    for line in 1.. {
        text.clear();
        let read = reader.by_ref().take(LONGEST).read_line(&mut text);
        let unlike = || LinesError::Layout { line };
        match read {
            Ok(0) if list.is_none() => break,
            Ok(0) => return Err(unlike()),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::InvalidData => return Err(unlike()),
            Err(error) => return Err(error.into()),
        }
        let shown = text.strip_suffix('\n').ok_or_else(unlike)?;
        if let Some(number) = list {
            if let Some(end) = shown.strip_prefix("  ]").filter(|end| matches!(*end, "" | ",")) {
                if may_go_on && !is_empty && !S::LAST_COMMA {
                    return Err(unlike());
                }
                list = None;
                rest += end;
                rest.push('\n');
                continue;
            }
            let element = shown.strip_prefix("    ").filter(|_| may_go_on).ok_or_else(unlike)?;
            let text = element.strip_suffix(',');
            push::<S>(&mut bulk, number, text.unwrap_or(element)).ok_or_else(unlike)?;
            (may_go_on, is_empty) = (text.is_some(), false);
        } else if let Some(number) = openings.iter().position(|opening| opening == shown) {
            list = Some(number);
            (may_go_on, is_empty) = (true, true);
            rest += &S::empty(LISTS[number]);
        } else {
            // Some editors mark UTF-8.
            let shown = if line == 1 { shown.strip_prefix('\u{feff}').unwrap_or(shown) } else { shown };
            if !S::is_whole(shown) || rest.len() > MOST {
                return Err(unlike());
            }
            rest += shown;
            rest.push('\n');
        }
    }
    let Some(Object(level)) = S::document::<Object<RawLevel>>(&rest) else {
        return Err(LinesError::Layout { line: 1 });
    };
    Ok(level.with(bulk).try_into()?)
}
