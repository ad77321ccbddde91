//! The bytes of a reader as text, up to a limit of their length.

use std::io::{self, Read};

use thiserror::Error;

/// The number of bytes that are read before each check whether a file is binary. So it is refused
/// early.
const CHUNK: u64 = 1 << 16;

/// Why a file is not read as text.
///
/// `Display` is the rest of a sentence that begins with the file: "cannot be read: there is no such
/// file".
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextFileError {
    /// The system reports an error.
    #[error("cannot be read: {}", reason(*.kind, .message))]
    Unreadable {
        /// What failed.
        kind: io::ErrorKind,
        /// The system's own words.
        message: String,
    },
    /// The file is a device or a pipe: reading it may never end.
    #[error("cannot be read: it is a device or a pipe, not a file")]
    Special,
    /// The file is binary, or a text in another encoding than UTF-8.
    #[error(
        "is not a text in UTF-8: byte {at}, counted from 0, is 0x{byte:02x}. Save it as UTF-8, or give another file"
    )]
    NotText {
        /// The offset of the first byte that is not UTF-8, or is 0.
        at: usize,
        /// That byte.
        byte: u8,
    },
    /// The file is longer than the limit.
    #[error("is too long: at most {limit} bytes are read")]
    TooLong {
        /// The most bytes that are read.
        limit: usize,
    },
}

impl TextFileError {
    /// The sort of error in kebab case, such as `not-text`: stable between versions.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreadable { kind: io::ErrorKind::NotFound, .. } => "no-such-file",
            Self::Unreadable { .. } => "unreadable-file",
            Self::Special => "special-file",
            Self::NotText { .. } => "not-text",
            Self::TooLong { .. } => "too-long",
        }
    }
}

impl From<io::Error> for TextFileError {
    fn from(error: io::Error) -> Self {
        Self::Unreadable { kind: error.kind(), message: error.to_string() }
    }
}

fn reason(kind: io::ErrorKind, message: &str) -> &str {
    match kind {
        io::ErrorKind::NotFound => "there is no such file",
        io::ErrorKind::IsADirectory => "it is a folder, not a file",
        io::ErrorKind::PermissionDenied => "permission is denied",
        _ => message,
    }
}

/// Reads UTF-8 text to its end, without a byte order mark.
///
/// Cost: linear in the text. At most `limit` bytes and one chunk of 64 kB are read.
///
/// # Errors
///
/// [`TextFileError`] if reading fails, if the bytes are not UTF-8 or have a zero among them, or if
/// there are more than `limit`.
///
/// ```
/// use roomgen_text::file::{self, TextFileError};
///
/// assert_eq!(file::read("\u{feff}(clearance: 2)".as_bytes(), 100)?, "(clearance: 2)");
/// let zip = b"PK\x03\x04\0";
/// assert_eq!(file::read(&zip[..], 100), Err(TextFileError::NotText { at: 4, byte: 0 }));
/// # Ok::<(), TextFileError>(())
/// ```
pub fn read(mut from: impl Read, limit: usize) -> Result<String, TextFileError> {
    let mut bytes = Vec::new();
    loop {
        let before = bytes.len();
        if from.by_ref().take(CHUNK).read_to_end(&mut bytes)? == 0 {
            break;
        }
        if let Some(at) = bytes[before..].iter().position(|&byte| byte == 0) {
            let at = str::from_utf8(&bytes[..before + at]).map_or_else(|error| error.valid_up_to(), str::len);
            return Err(TextFileError::NotText { at, byte: bytes[at] });
        }
        if bytes.len() > limit {
            return Err(TextFileError::TooLong { limit });
        }
    }
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        TextFileError::NotText { at, byte: error.as_bytes()[at] }
    })?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}
