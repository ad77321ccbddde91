//! How a level is drawn: with tiles, or in ink.

roomgen_text::named! {
/// How a picture draws a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PictureStyle: "style" {
    /// With the tiles and sprites of the theme, in the level's light.
    #[default]
    Tiles => "tiles",
    /// As a page that a table shares: a plan in black ink on paper, from above, with a key.
    ///
    /// See [`InkPage`](super::ink_page::InkPage). It has no overlays, no light and no isometric
    /// view; its key takes the place of the legend.
    Ink => "ink",
}
}
