//! What the files of formats are.

/// What the files of a format are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatKind {
    /// A level file, from which a level can be read again.
    Level,
    /// Text for people or programs.
    Text,
    /// A picture, drawn with [`LevelExport::picture`](super::LevelExport::picture).
    Picture,
    /// A picture that moves, drawn with [`LevelExport::animation`](super::LevelExport::animation).
    Animation,
    /// A scene in three dimensions.
    Scene,
    /// A map, which refers to the files of a tile sheet beside it.
    Map,
    /// A map for a virtual tabletop with its picture inside, drawn with
    /// [`LevelExport::tabletop`](super::LevelExport::tabletop).
    Tabletop,
}

impl FormatKind {
    /// Whether no terminal can show the bytes of these files.
    #[must_use]
    pub fn is_binary(self) -> bool {
        match self {
            Self::Picture | Self::Animation | Self::Scene => true,
            Self::Level | Self::Text | Self::Map | Self::Tabletop => false,
        }
    }
}
