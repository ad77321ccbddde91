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

/// The files of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFiles {
    /// The file of the run, then others beside it but for tile sheets.
    pub files: Vec<ExportFile>,
    /// The files of its tile sheets, those of each sheet together.
    pub sheets: Vec<Vec<ExportFile>>,
}

/// The name of a floor's file, without an ending. All names of a run have one length.
pub(crate) fn floor_name(name: &str, floor: u32, last: u32) -> String {
    let digits = last.to_string().len().max(2);
    format!("{name}-{floor:0digits$}")
}
