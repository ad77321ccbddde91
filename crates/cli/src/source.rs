//! Reading text files, up to a limit of their length.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use super::failure::CommandFailure;

/// The largest preset file that is read, in bytes.
pub(super) const MAX_PRESET: u64 = 1 << 20;

/// The largest level file that is read, in bytes.
pub(super) const MAX_LEVEL: u64 = 1 << 30;

/// The number of bytes that are read before each check whether a file is binary. So it is refused
/// early.
const CHUNK: u64 = 1 << 16;

/// The text of a file, or of standard input for `-`, without a byte order mark. `name` is for
/// messages.
pub(super) fn text(name: &str, path: &Path, limit: u64) -> Result<String, CommandFailure> {
    read(name, path, limit).map_err(CommandFailure::failed)
}

/// Like [`text`], but returns the message alone as the error.
pub(super) fn read(name: &str, path: &Path, limit: u64) -> Result<String, String> {
    let bytes = match path.as_os_str() == "-" {
        true => bytes(name, io::stdin().lock(), limit)?,
        false => bytes(name, File::open(path).map_err(|error| unreadable(name, &error))?, limit)?,
    };
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let (valid, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
        not_text(name, valid, bytes[valid])
    })?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// Refuses an existing file that is not a regular one: opening a pipe may block forever.
pub(super) fn refuse_special(path: &Path) -> io::Result<()> {
    match path.metadata() {
        Ok(metadata) if !metadata.is_file() => Err(io::Error::other("it is no regular file")),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn bytes(name: &str, mut from: impl Read, limit: u64) -> Result<Vec<u8>, String> {
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
        if bytes.len() as u64 > limit {
            return Err(format!("{name} is too long: at most {limit} bytes are read."));
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
