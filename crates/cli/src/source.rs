//! Reading files whole, but never more than is allowed.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use super::failure::Failure;

/// The largest preset, in bytes.
pub(super) const MAX_PRESET: u64 = 1 << 20;

/// The largest level file that is read, in bytes. Memory is taken for what is read, so a larger one
/// would only fail later.
pub(super) const MAX_LEVEL: u64 = 1 << 32;

/// Bytes read at a time.
const CHUNK: u64 = 1 << 16;

/// The text of a file, or of standard input for `-`; `name` is how sentences call it.
pub(super) fn text(name: &str, path: &Path, most: u64) -> Result<String, Failure> {
    read(name, path, most).map_err(Failure::failed)
}

/// The same; if it cannot be read, sentences that say why.
pub(super) fn read(name: &str, path: &Path, most: u64) -> Result<String, String> {
    let bytes = if path.as_os_str() == "-" {
        bytes(name, &mut io::stdin().lock(), most)?
    } else {
        let mut file = open(path).map_err(|error| unreadable(name, &error))?;
        bytes(name, &mut file, most)?
    };
    String::from_utf8(bytes).map_err(|error| {
        let (valid, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
        not_text(name, valid, bytes[valid])
    })
}

/// The text without the mark that it is UTF-8, with which some editors begin a file.
pub(super) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(file)
}

fn bytes(name: &str, from: &mut impl Read, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    loop {
        let before = bytes.len();
        let read = from.by_ref().take(CHUNK).read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
        if read == 0 {
            return Ok(bytes);
        }
        if let Some(at) = bytes[before..].iter().position(|&byte| byte == 0) {
            let valid = str::from_utf8(&bytes[..before + at]).map_or_else(|error| error.valid_up_to(), str::len);
            return Err(not_text(name, valid, bytes[valid]));
        }
        if bytes.len() as u64 > most {
            return Err(format!("{name} is too long: at most {most} bytes are read."));
        }
    }
}

fn unreadable(name: &str, error: &io::Error) -> String {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder, not a file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission is denied".to_owned(),
        _ => error.to_string(),
    };
    format!("{name} cannot be read: {why}.")
}

fn not_text(name: &str, at: usize, byte: u8) -> String {
    format!(
        "{name} is not a text in UTF-8: byte {at}, counted from 0, is 0x{byte:02x}. Save it as UTF-8, or give another file."
    )
}
