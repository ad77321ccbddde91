//! Reading text files, up to a limit of their length.

use std::{fs::File, io, path::Path};

use roomgen::text_file::{self, TextFileError};

use super::failure::CommandFailure;

/// The largest level file that is read, in bytes.
pub(super) const MAX_LEVEL: usize = 1 << 30;

/// The text of a file, or of standard input for `-`, without a byte order mark. `name` is for
/// messages.
pub(super) fn text(name: &str, path: &Path, limit: usize) -> Result<String, CommandFailure> {
    let text = if path.as_os_str() == "-" {
        text_file::read(io::stdin().lock(), limit)
    } else {
        File::open(path).map_err(TextFileError::from).and_then(|file| text_file::read(file, limit))
    };
    text.map_err(|error| CommandFailure::failed(format!("{name} {error}.")).coded(error.code()).in_file(path))
}

/// Refuses an existing file that is not a regular one: opening a pipe may block forever.
pub(super) fn refuse_special(path: &Path) -> io::Result<()> {
    match path.metadata() {
        Ok(metadata) if !metadata.is_file() => Err(io::Error::other("it is no regular file")),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
