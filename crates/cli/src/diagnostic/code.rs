//! Codes of what is wrong beside presets and levels: command lines, files and folders.

roomgen_text::named! {
/// The sort of a problem that the tool finds itself. The library has codes for its own errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ToolCode {
    /// The command line is wrong.
    Usage => "usage",
    /// The command failed for a reason without a code of its own.
    Failed => "failed",
    /// The system refuses to read or write.
    Io => "io",
    /// No name or flag says in which format a file is.
    UnknownFormat => "unknown-format",
    /// A level cannot be read from a file of this format.
    UnreadableFormat => "unreadable-format",
    /// A folder has no manifest.
    NoManifest => "no-manifest",
    /// A manifest cannot be read.
    BadManifest => "bad-manifest",
    /// A line of a manifest is not that of the next level.
    ManifestLine => "manifest-line",
    /// A manifest lists fewer levels than its run has.
    ManifestShort => "manifest-short",
    /// A manifest says something else of a level than its file.
    ManifestDiffers => "manifest-differs",
    /// A file that a manifest lists does not exist.
    MissingFile => "missing-file",
    /// A file has another length than its manifest says.
    FileLength => "file-length",
    /// A floor in the folder is not of the run.
    ForeignFile => "foreign-file",
    /// The stairs of two floors do not meet.
    StairsApart => "stairs-apart",
    /// A level begins at no cell of its own.
    StartOutside => "start-outside",
    /// A level file says of its level what is not true.
    Misstatement => "misstatement",
    /// The preset of a level is not known.
    NeedsPreset => "needs-preset",
    /// Another revision of the generator made the level.
    OtherRevision => "other-revision",
    /// Another preset made the level.
    OtherPreset => "other-preset",
    /// The preset cannot make such a level.
    NotRegenerable => "not-regenerable",
    /// No level of a search matches.
    NothingFound => "nothing-found",
    /// How many levels a search has tested, and how many of them match.
    SearchSummary => "search-summary",
}
}
