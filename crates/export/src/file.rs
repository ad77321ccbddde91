//! A file of an export.

/// A file of an export: the level's own, or one that lies beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportFile {
    /// The file name, without a folder.
    pub name: String,
    /// The media type, as in `image/png`.
    pub media_type: &'static str,
    /// The content of the file.
    pub bytes: Vec<u8>,
}
