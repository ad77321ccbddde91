//! The look of a preset's levels: colours, materials, and a sprite or a look for each kind of prop.
//!
//! The look never affects generation.

mod look;
mod sheet;

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{color::Color, digest::Digest, model::Hundredths};
pub use look::Look;
pub use sheet::SpritePicture;
pub(crate) use sheet::{SpriteCells, SpriteGrid};

/// The colours and materials of a level, and the sprites of its props.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The colour of solid rock, which is the picture's background.
    pub rock: Color,
    /// The colour of the top of a wall.
    pub wall_top: Color,
    /// The colour of the face of a wall, visible where floor lies south of it.
    pub wall_face: Color,
    /// The material of walls.
    pub walls: WallStyle,
    /// The material of floors.
    pub floor: FloorStyle,
    /// The floor colour of the start room.
    pub floor_start: Color,
    /// The floor colour of the end room. Floors of other rooms are interpolated by progress.
    pub floor_end: Color,
    /// The colour of doors.
    pub door: Color,
    /// The colour that marks the cell where the player arrives, and the start room.
    pub entry: Color,
    /// The colour that marks the cell where the player leaves, and the end room.
    pub exit: Color,
    /// The brightness where no light falls, 0 to 1: pictures of a theme with 1 are flat.
    pub ambient: Hundredths,
    /// Sprites by name of their kind of prop.
    pub sprites: BTreeMap<String, Sprite>,
    /// Looks by name of their kind of prop, of kinds without a sprite. A kind with neither is drawn
    /// by its glyph and colour.
    pub looks: BTreeMap<String, Look>,
}

impl Default for Theme {
    /// Grey stone, for levels whose preset is not known.
    fn default() -> Self {
        Self {
            rock: Color::new(0x12, 0x11, 0x17),
            wall_top: Color::new(0x5a, 0x58, 0x68),
            wall_face: Color::new(0x55, 0x4f, 0x5e),
            walls: WallStyle::default(),
            floor: FloorStyle::default(),
            floor_start: Color::new(0x9e, 0x96, 0x86),
            floor_end: Color::new(0x78, 0x70, 0x88),
            door: Color::new(0xa4, 0x6c, 0x38),
            entry: Color::new(0x62, 0xd6, 0xa8),
            exit: Color::new(0xf0, 0x8a, 0x4b),
            ambient: Hundredths::ONE,
            sprites: BTreeMap::new(),
            looks: BTreeMap::new(),
        }
    }
}

impl Theme {
    /// A hash of all colours, materials, sprites and looks, the same on every platform.
    ///
    /// [`Preset::digest`](crate::Preset::digest) leaves the theme out, since it decides no level.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let Self {
            rock,
            wall_top,
            wall_face,
            walls,
            floor,
            floor_start,
            floor_end,
            door,
            entry,
            exit,
            ambient,
            sprites,
            looks,
        } = self;
        let digest = &mut Digest::default();
        for color in [rock, wall_top, wall_face, floor_start, floor_end, door, entry, exit] {
            digest.bytes(&color.ascii());
        }
        digest.number(*walls as u8).number(*floor as u8).number(ambient.count());
        digest.wide(sprites.len() as u64);
        for (kind, Sprite { width, pixels }) in sprites {
            digest.text(kind).number(*width).list(pixels, |digest, pixel| match pixel {
                Some(color) => {
                    digest.bytes(&color.ascii());
                }
                None => {
                    digest.wide(0);
                }
            });
        }
        digest.wide(looks.len() as u64);
        for (kind, look) in looks {
            digest.text(kind).number(*look as u8);
        }
        digest.finish()
    }
}

/// The material of walls, in pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum WallStyle {
    /// Courses of brick under a stone top.
    #[default]
    Bricks,
    /// Leaves, on top and in front.
    Hedge,
    /// Upright boards under a beam.
    Planks,
    /// Rough rock with round corners, stones at its foot.
    Rock,
}

/// The material of floors, in pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FloorStyle {
    /// Stone slabs.
    #[default]
    Flagstones,
    /// Grass with tufts.
    Grass,
    /// Floorboards.
    Planks,
    /// Trodden earth.
    Earth,
}

/// A small picture of a prop.
///
/// It is enlarged by the largest whole factor that fits the prop's footprint, and centred. If it is
/// larger than a footprint whose cells have sides of 16 pixels, it is shrunk to that size, by the
/// mean of the pixels that fall on one. A sprite with 8 pixels for the side of a cell fills the
/// footprint and stays legible in small pictures; 16 pixels are the finest that a picture shows.
/// Pictures add an outline and a shadow.
///
/// Guarantee: from 1 to [`Sprite::MAX_SIDE`] rows, all of the same length in the same range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sprite {
    width: u8,
    pixels: Vec<Option<Color>>,
}

impl Sprite {
    /// The largest side of a sprite, in pixels: 8 cells with sides of 16 pixels.
    pub const MAX_SIDE: usize = 128;

    /// A sprite from rows of pixels, where `None` is transparent.
    ///
    /// Returns `None` if the rows are ragged or empty, or if a side is longer than
    /// [`Sprite::MAX_SIDE`].
    #[must_use]
    pub fn from_rows(rows: &[Vec<Option<Color>>]) -> Option<Self> {
        let width = rows.first()?.len();
        let sides = 1..=Self::MAX_SIDE;
        let fits = sides.contains(&width) && sides.contains(&rows.len()) && rows.iter().all(|row| row.len() == width);
        fits.then(|| Self { width: width as u8, pixels: rows.concat() })
    }

    /// The width of the sprite in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        u32::from(self.width)
    }

    /// The height of the sprite in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.pixels.len() as u32 / self.width()
    }

    /// The colour of the pixel in column `x` and row `y`; `None` where the sprite is transparent,
    /// and outside of it.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> Option<Color> {
        if x >= self.width() || y >= self.height() {
            return None;
        }
        self.pixels.get((y * self.width() + x) as usize).copied().flatten()
    }

    /// The colour of the pixel at `[x, y]` of the sprite enlarged or shrunk to `size`: of the pixel
    /// there, or the mean of those that fall on it if at least half of them are opaque.
    ///
    /// `None` where it is transparent, and outside of it. Cost: linear in the pixels that fall on
    /// it.
    #[must_use]
    pub fn scaled_pixel(&self, size: [u32; 2], at: [u32; 2]) -> Option<Color> {
        if at[0] >= size[0] || at[1] >= size[1] {
            return None;
        }
        let own = [self.width(), self.height()];
        let [across, down] = [0, 1].map(|axis| {
            let edge = |at: u32| (u64::from(at) * u64::from(own[axis]) / u64::from(size[axis])) as u32;
            edge(at[axis])..edge(at[axis] + 1).max(edge(at[axis]) + 1)
        });
        let (mut opaque, mut sums) = (0, [0; 3]);
        let points = down.clone().flat_map(|y| across.clone().map(move |x| [x, y]));
        for Color { r, g, b } in points.filter_map(|[x, y]| self.pixel(x, y)) {
            opaque += 1;
            [r, g, b].iter().zip(&mut sums).for_each(|(&part, sum)| *sum += u32::from(part));
        }
        let [r, g, b] = sums.map(|sum| ((sum + opaque / 2) / opaque.max(1)) as u8);
        (2 * opaque as usize >= down.len() * across.len()).then_some(Color { r, g, b })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sprite_is_enlarged_by_its_pixels_and_shrunk_by_their_mean() {
        let [dark, light] = [Some(Color::new(10, 20, 31)), Some(Color::new(20, 40, 60))];
        let sprite = Sprite::from_rows(&[vec![dark, light, None], vec![light, light, None]]).expect("a sprite");
        let row = |size: [u32; 2]| (0..size[0]).map(|x| sprite.scaled_pixel(size, [x, 0])).collect::<Vec<_>>();
        assert_eq!(row([6, 4]), [dark, dark, light, light, None, None]);
        assert_eq!(row([5, 2]), [dark, dark, light, light, None], "by the pixel there");
        assert_eq!(row([1, 1]), [Some(Color::new(18, 35, 53))], "four of six pixels are opaque");
        let half = Some(Color::new(15, 30, 46));
        assert_eq!(row([3, 1]), [half, light, None]);
        assert_eq!(sprite.scaled_pixel([3, 1], [0, 1]), None, "outside");
        assert_eq!(sprite.scaled_pixel([0, 0], [0, 0]), None);
    }

    #[test]
    fn each_part_of_a_theme_changes_its_digest() {
        let sprite = |rows: &[&[Option<Color>]]| {
            let rows: Vec<_> = rows.iter().map(|row| row.to_vec()).collect();
            Sprite::from_rows(&rows).expect("a sprite")
        };
        let (red, none) = (Some(Color::new(255, 0, 0)), None);
        let colors: [fn(&mut Theme) -> &mut Color; 8] = [
            |theme| &mut theme.rock,
            |theme| &mut theme.wall_top,
            |theme| &mut theme.wall_face,
            |theme| &mut theme.floor_start,
            |theme| &mut theme.floor_end,
            |theme| &mut theme.door,
            |theme| &mut theme.entry,
            |theme| &mut theme.exit,
        ];
        let mut themes = vec![Theme::default(); 5 + colors.len()];
        themes[0].walls = WallStyle::Hedge;
        themes[1].floor = FloorStyle::Grass;
        themes[2].ambient = Hundredths::default();
        themes[3].walls = WallStyle::Rock;
        themes[4].floor = FloorStyle::Earth;
        themes[5..].iter_mut().zip(colors).for_each(|(theme, color)| *color(theme) = Color::new(1, 2, 3));
        for (name, rows) in [
            ("urn", sprite(&[&[red, none]])),
            ("urn", sprite(&[&[red], &[none]])),
            ("urn", sprite(&[&[none, red]])),
            ("vase", sprite(&[&[red, none]])),
        ] {
            themes.push(Theme { sprites: BTreeMap::from([(name.to_owned(), rows)]), ..Theme::default() });
        }
        for look in [Look::Barrel, Look::Web] {
            themes.push(Theme { looks: BTreeMap::from([("urn".to_owned(), look)]), ..Theme::default() });
        }
        themes.push(Theme::default());
        let digests: std::collections::BTreeSet<_> = themes.iter().map(Theme::digest).collect();
        assert_eq!(digests.len(), themes.len());
        assert_eq!(Theme::default().digest(), Theme::default().clone().digest());
    }
}
