//! What kind of finding a finding is.

use serde::{Serialize, Serializer};

/// The kind of a [`Finding`](super::Finding): stable between versions, unlike messages.
///
/// serde writes its [name](FindingCode::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindingCode {
    /// A layout that no room of the sample levels has.
    UnusedLayout,
    /// A vault that no sample level has.
    UnusedVault,
    /// A kind of prop that no sample level has.
    UnusedKind,
    /// A rule for tags, doors, shapes, locks or shortcuts that never applies in the sample levels.
    UnusedRule,
    /// A tag of a rule for tags or cycles that nothing in the preset asks for.
    UnusedTag,
    /// A character of a vault's legend or of the palette that no drawing or sprite uses.
    UnusedCharacter,
    /// A field that has no effect where it stands.
    UselessField,
    /// A chance, weight or count that is 0 at every progress and difficulty, and turns off nothing
    /// of a base.
    Never,
    /// Rooms that no layout suits.
    BareRoom,
    /// A formation whose mask is larger than any room that takes its layout.
    LargeMask,
    /// A formation or vault whose props are all rejected or removed.
    LostFormation,
    /// A `choose` of which no room has more props than may be taken.
    NoChoice,
    /// Two kinds of props or terrain that text output cannot tell apart.
    AlikeGlyphs,
    /// A name that Godot takes as a command when it imports a scene.
    ImportHint,
    /// A low ambient light, in a preset that places nothing with a light.
    Dark,
    /// Rooms, their shapes, locks, bosses, guards, things or a required vault that the preset asks
    /// for and many sample levels lack.
    Shortfall,
    /// A group that no sample level has.
    UnusedGroup,
    /// A budget whose least buys no group, boss or item.
    SmallBudget,
    /// Shares of a budget that buy nothing in most rooms.
    SmallShares,
    /// A kind that a budget deals and layouts place too.
    Scattered,
    /// A vault whose drawn members or loot take more than the least budget, or vaults that together
    /// leave nothing of the budget in most levels.
    DearVault,
    /// A formation that stays in less than half of its rooms, or a required one that some lack.
    RareFormation,
    /// A layout that alone suits rooms beside each other, so that they are twins.
    LonelyLayout,
    /// A kind of terrain that no parting, formation, vault, bridge or wreath has.
    UnusedTerrain,
    /// A parting with a single crossing, in a preset with cycles or loops that want others.
    FewCrossings,
    /// A lock on the crossing of a parting that some levels lack, or whose path need not cross it.
    UnsureLock,
}

impl FindingCode {
    /// All codes.
    pub const ALL: &'static [Self] = &[
        Self::UnusedLayout,
        Self::UnusedVault,
        Self::UnusedKind,
        Self::UnusedRule,
        Self::UnusedTag,
        Self::UnusedCharacter,
        Self::UselessField,
        Self::Never,
        Self::BareRoom,
        Self::LargeMask,
        Self::LostFormation,
        Self::NoChoice,
        Self::AlikeGlyphs,
        Self::ImportHint,
        Self::Dark,
        Self::Shortfall,
        Self::UnusedGroup,
        Self::SmallBudget,
        Self::SmallShares,
        Self::Scattered,
        Self::DearVault,
        Self::RareFormation,
        Self::LonelyLayout,
        Self::UnusedTerrain,
        Self::FewCrossings,
        Self::UnsureLock,
    ];

    /// Whether the finding is about something unused or without effect.
    ///
    /// Such findings in the text of a base are dropped: a preset need not use all of its base.
    pub(super) const fn is_about_unused(self) -> bool {
        !matches!(
            self,
            Self::BareRoom
                | Self::LargeMask
                | Self::LostFormation
                | Self::AlikeGlyphs
                | Self::ImportHint
                | Self::Dark
                | Self::Shortfall
                | Self::SmallBudget
                | Self::SmallShares
                | Self::Scattered
                | Self::DearVault
                | Self::RareFormation
                | Self::LonelyLayout
                | Self::FewCrossings
                | Self::UnsureLock
        )
    }

    /// The code's name in kebab case, such as `unused-layout`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UnusedLayout => "unused-layout",
            Self::UnusedVault => "unused-vault",
            Self::UnusedKind => "unused-kind",
            Self::UnusedRule => "unused-rule",
            Self::UnusedTag => "unused-tag",
            Self::UnusedCharacter => "unused-character",
            Self::UselessField => "useless-field",
            Self::Never => "never",
            Self::BareRoom => "bare-room",
            Self::LargeMask => "large-mask",
            Self::LostFormation => "lost-formation",
            Self::NoChoice => "no-choice",
            Self::AlikeGlyphs => "alike-glyphs",
            Self::ImportHint => "import-hint",
            Self::Dark => "dark",
            Self::Shortfall => "shortfall",
            Self::UnusedGroup => "unused-group",
            Self::SmallBudget => "small-budget",
            Self::SmallShares => "small-shares",
            Self::Scattered => "scattered",
            Self::DearVault => "dear-vault",
            Self::RareFormation => "rare-formation",
            Self::LonelyLayout => "lonely-layout",
            Self::UnusedTerrain => "unused-terrain",
            Self::FewCrossings => "few-crossings",
            Self::UnsureLock => "unsure-lock",
        }
    }
}

impl Serialize for FindingCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
