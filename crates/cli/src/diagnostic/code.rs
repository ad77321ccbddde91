//! Codes of what is wrong beside presets and levels: command lines, files and folders.

/// The sort of a problem that the tool finds itself. The library has codes for its own errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ToolCode {
    /// The command line is wrong.
    Usage,
    /// The command failed for a reason without a code of its own.
    Failed,
    /// The system refuses to read or write.
    Io,
    /// No name or flag says in which format a file is.
    UnknownFormat,
    /// A level cannot be read from a file of this format.
    UnreadableFormat,
    /// A folder has no manifest.
    NoManifest,
    /// A manifest cannot be read.
    BadManifest,
    /// A line of a manifest is not that of the next level.
    ManifestLine,
    /// A manifest lists fewer levels than its run has.
    ManifestShort,
    /// A manifest says something else of a level than its file.
    ManifestDiffers,
    /// A file that a manifest lists does not exist.
    MissingFile,
    /// A file has another length than its manifest says.
    FileLength,
    /// A floor in the folder is not of the run.
    ForeignFile,
    /// The stairs of two floors do not meet.
    StairsApart,
    /// A level begins at no cell of its own.
    StartOutside,
    /// A level file says of its level what is not true.
    Misstatement,
    /// The preset of a level is not known.
    NeedsPreset,
    /// Another revision of the generator made the level.
    OtherRevision,
    /// Another preset made the level.
    OtherPreset,
    /// The preset cannot make such a level.
    NotRegenerable,
    /// No level of a search matches.
    NothingFound,
    /// How many levels a search has tested, and how many of them match.
    SearchSummary,
}

impl ToolCode {
    /// All codes.
    #[cfg(test)]
    pub(super) const ALL: [Self; 22] = [
        Self::Usage,
        Self::Failed,
        Self::Io,
        Self::UnknownFormat,
        Self::UnreadableFormat,
        Self::NoManifest,
        Self::BadManifest,
        Self::ManifestLine,
        Self::ManifestShort,
        Self::ManifestDiffers,
        Self::MissingFile,
        Self::FileLength,
        Self::ForeignFile,
        Self::StairsApart,
        Self::StartOutside,
        Self::Misstatement,
        Self::NeedsPreset,
        Self::OtherRevision,
        Self::OtherPreset,
        Self::NotRegenerable,
        Self::NothingFound,
        Self::SearchSummary,
    ];

    /// The code's name in kebab case.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Usage => "usage",
            Self::Failed => "failed",
            Self::Io => "io",
            Self::UnknownFormat => "unknown-format",
            Self::UnreadableFormat => "unreadable-format",
            Self::NoManifest => "no-manifest",
            Self::BadManifest => "bad-manifest",
            Self::ManifestLine => "manifest-line",
            Self::ManifestShort => "manifest-short",
            Self::ManifestDiffers => "manifest-differs",
            Self::MissingFile => "missing-file",
            Self::FileLength => "file-length",
            Self::ForeignFile => "foreign-file",
            Self::StairsApart => "stairs-apart",
            Self::StartOutside => "start-outside",
            Self::Misstatement => "misstatement",
            Self::NeedsPreset => "needs-preset",
            Self::OtherRevision => "other-revision",
            Self::OtherPreset => "other-preset",
            Self::NotRegenerable => "not-regenerable",
            Self::NothingFound => "nothing-found",
            Self::SearchSummary => "search-summary",
        }
    }
}
