//! What kind of finding a finding is.

use serde::{Serialize, Serializer};

use crate::named::named;

named! {
/// The kind of a [`Finding`](super::Finding): stable between versions, unlike messages.
///
/// serde writes its [name](FindingCode::name).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindingCode {
    /// A layout that no room of the sample levels has.
    UnusedLayout => "unused-layout",
    /// A vault that no sample level has.
    UnusedVault => "unused-vault",
    /// A kind of prop that no sample level has.
    UnusedKind => "unused-kind",
    /// A rule for tags, doors, shapes, locks or shortcuts that never applies in the sample levels.
    UnusedRule => "unused-rule",
    /// A tag of a rule for tags or cycles that nothing in the preset asks for.
    UnusedTag => "unused-tag",
    /// A character of a vault's legend or of the palette that no drawing or sprite uses.
    UnusedCharacter => "unused-character",
    /// A field that has no effect where it stands.
    UselessField => "useless-field",
    /// A chance, weight or count that is 0 at every progress and difficulty, and turns off nothing
    /// of a base.
    Never => "never",
    /// Rooms that no layout suits.
    BareRoom => "bare-room",
    /// A formation whose mask is larger than any room that takes its layout.
    LargeMask => "large-mask",
    /// A formation or vault whose props are all rejected or removed.
    LostFormation => "lost-formation",
    /// A `choose` of which no room has more props than may be taken.
    NoChoice => "no-choice",
    /// Two kinds of props or terrain that text output cannot tell apart.
    AlikeGlyphs => "alike-glyphs",
    /// A name that Godot takes as a command when it imports a scene.
    ImportHint => "import-hint",
    /// A low ambient light, in a preset that places nothing with a light.
    Dark => "dark",
    /// Rooms, their shapes, locks, bosses, guards, things or a required vault that the preset asks
    /// for and many sample levels lack.
    Shortfall => "shortfall",
    /// A group that no sample level has.
    UnusedGroup => "unused-group",
    /// A budget whose least buys no group, boss or item.
    SmallBudget => "small-budget",
    /// A group that less than one of twenty sample levels has at any difficulty.
    RareGroup => "rare-group",
    /// An item that less than one of twenty sample levels has at any difficulty.
    RareItem => "rare-item",
    /// A kind that both a budget and layouts place.
    Scattered => "scattered",
    /// A vault whose drawn members or loot take more than the least budget, or vaults that together
    /// leave nothing of the budget in most levels.
    DearVault => "dear-vault",
    /// A formation that stays in less than half of its rooms, or a required one that some lack.
    RareFormation => "rare-formation",
    /// A layout that alone suits rooms beside each other, so that they are twins.
    LonelyLayout => "lonely-layout",
    /// A kind of terrain that no parting, formation, vault, bridge or fringe has.
    UnusedTerrain => "unused-terrain",
    /// A parting with a single crossing, in a preset with cycles or loops that want others.
    FewCrossings => "few-crossings",
    /// A lock on the crossing of a parting that some levels lack, or whose path need not cross it.
    UnsureLock => "unsure-lock",
    /// An act of a run whose last floor ends without a boss.
    NoBoss => "no-boss",
    /// A pool that deals an entry twice within an act of a run.
    DryPool => "dry-pool",
    /// A floor of a run without a kind of foe, thing or layout that no floor above has.
    NothingNew => "nothing-new",
    /// A mood that no floor of a run has.
    UnusedMood => "unused-mood",
}
}

impl FindingCode {
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
                | Self::Scattered
                | Self::DearVault
                | Self::RareFormation
                | Self::LonelyLayout
                | Self::FewCrossings
                | Self::UnsureLock
        )
    }
}

impl Serialize for FindingCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
