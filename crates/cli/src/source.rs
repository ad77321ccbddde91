//! Reading text files, up to a limit of their length.

use std::{
    fs::{File, OpenOptions},
    io,
    path::Path,
};

use roomgen_text::file::{self, TextFileError};

use super::failure::CommandFailure;

/// The largest level file that is read, in bytes.
pub(super) const MAX_LEVEL: usize = 1 << 30;

/// The text of a file, or of standard input for `-`, without a byte order mark. `name` is for
/// messages.
pub(super) fn text(name: &str, path: &Path, limit: usize) -> Result<String, CommandFailure> {
    let text = if path.as_os_str() == "-" {
        file::read(io::stdin().lock(), limit)
    } else {
        File::open(path).map_err(TextFileError::from).and_then(|opened| file::read(opened, limit))
    };
    text.map_err(|error| CommandFailure::failed(format!("{name} {error}.")).coded(error.code()).in_file(path))
}

/// Opens a file that the tool keeps beside its outputs, such as a manifest; `options` say for what.
///
/// # Errors
///
/// The path is a link, a folder, a device or a pipe, or the system refuses it. A link could lead to
/// another's file or to a device that never ends, and opening a pipe may block forever.
pub(super) fn open_kept(path: &Path, options: &OpenOptions) -> io::Result<File> {
    match path.symlink_metadata() {
        Ok(metadata) if metadata.is_symlink() => Err(io::Error::other("it is a link, not a regular file")),
        Ok(metadata) if !metadata.is_file() => Err(io::Error::other("it is no regular file")),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => options.open(path),
    }
}
