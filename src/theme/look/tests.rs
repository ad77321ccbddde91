//! Looks: whole figures, seams, outlines, and that each is told from the others.

use super::*;
use crate::{color::Color, model::Metres};

fn kind(look_color: Color, [width, height]: [u8; 2], tall: i32, elevation: i32) -> PropKind {
    let kind = PropKind::new("thing".into(), 't', look_color);
    let (tall, elevation) = (Metres::whole(tall), Metres::whole(elevation));
    PropKind { width, height, tall, elevation, body: PropKind::full_body(width, height), ..kind }
}

const BLUE: Color = Color::new(0x3f, 0x7f, 0xb5);

/// Flat, standing, high, and overhead.
const FORMS: [[i32; 2]; 4] = [[0, 0], [1, 0], [3, 0], [1, 2]];

fn pixels(sprite: &Sprite) -> Vec<Option<Color>> {
    (0..sprite.height()).flat_map(|y| (0..sprite.width()).map(move |x| sprite.pixel(x, y))).collect()
}

#[test]
fn every_look_fits_every_footprint_and_shows_its_colour() {
    for &look in Look::ALL {
        for size in [[1, 1], [2, 1], [1, 2], [3, 2], [8, 8]] {
            for [tall, elevation] in FORMS {
                let kind = kind(BLUE, size, tall, elevation);
                let sprite = look.sprite(&kind);
                let side = (u32::from(size[0]) * 16, u32::from(size[1]) * 16);
                assert!([side, (16, 16)].contains(&(sprite.width(), sprite.height())), "{look:?} {size:?}");
                let shown = pixels(&sprite);
                assert_eq!(shown.len() as u32, sprite.width() * sprite.height(), "{look:?}");
                let solid = shown.iter().flatten().count();
                assert!(solid * 5 > shown.len(), "{look:?} {size:?} shows {solid} pixels");
                let red = look.sprite(&PropKind { color: Color::new(0xb8, 0x39, 0x2f), ..kind.clone() });
                assert_ne!(sprite, red, "{look:?} is in the kind's colour");
            }
        }
    }
}

#[test]
fn no_two_looks_of_one_form_are_alike() {
    for [tall, elevation] in FORMS {
        let kind = kind(BLUE, [1, 1], tall, elevation);
        let sprites: Vec<_> = Look::ALL.iter().map(|look| pixels(&look.sprite(&kind))).collect();
        for (number, sprite) in sprites.iter().enumerate() {
            for (other, with) in sprites.iter().zip(Look::ALL).take(number) {
                let differ = sprite.iter().zip(other).filter(|(one, other)| one != other).count();
                assert!(differ > 64, "{:?} and {with:?} differ in {differ} pixels", Look::ALL[number]);
            }
        }
    }
}

#[test]
fn what_joins_its_neighbours_has_no_seam() {
    for look in [Look::Liquid, Look::Planks, Look::Cloth] {
        let shown = look.sprite(&kind(BLUE, [1, 1], 0, 0));
        assert!(pixels(&shown).iter().all(Option::is_some), "{look:?}");
        // No edge differs from its neighbour more often than lines in the middle do.
        let changes = |x: u32, next: u32| (0..16).filter(|&y| shown.pixel(x, y) != shown.pixel(next, y)).count();
        let most = (0..15).map(|x| changes(x, x + 1)).max();
        assert!(Some(changes(15, 0)) <= most, "{look:?}");
    }
}

#[test]
fn what_lies_flat_has_no_outline_and_what_stands_has_one() {
    for &look in Look::ALL {
        let color = |tall| {
            let sprite = look.sprite(&kind(BLUE, [2, 2], tall, 0));
            let dark = |color: &Color| u32::from(color.r) + u32::from(color.g) + u32::from(color.b) < 150;
            pixels(&sprite).iter().flatten().filter(|color| dark(color)).count()
        };
        let is_of_the_floor =
            matches!(look, Look::Cloth | Look::Liquid | Look::Pile | Look::Planks | Look::Plant | Look::Stone);
        if is_of_the_floor {
            assert_eq!(color(0), 0, "{look:?}");
        }
        assert!(color(1) > 8 || look == Look::Web, "{look:?}");
    }
}
