//! Doubles the resolution of a row of cells: edges stay crisp without steps, soft shades blend.
//!
//! Source: the rule of EPX (Scale2x) for edges, by Eric Johnston and Andrea Mazzoleni.

use roomgen::color::Color;

/// The maximum difference of two shades of one surface, summed over red, green and blue.
const SOFT: i32 = 30;

/// Writes `row`, the pixels of a row of cells, to `fine` at twice the resolution. `above` and
/// `below` are the pixels of the rows of cells next to it.
///
/// `width` is the number of pixels in a line of the source rows.
pub(super) fn refine([above, row, below]: [&[Color]; 3], width: usize, fine: &mut Vec<Color>) {
    let lines = row.len() / width.max(1);
    fine.clear();
    fine.resize(row.len() * 4, Color::default());
    let above = &above[above.len().saturating_sub(width)..];
    for y in 0..lines {
        let line = |number: usize| &row[number * width..(number + 1) * width];
        let north = if y == 0 { above } else { line(y - 1) };
        let here = line(y);
        let south = if y + 1 == lines { &below[..width] } else { line(y + 1) };
        let (upper, lower) = fine[y * 4 * width..(y + 1) * 4 * width].split_at_mut(2 * width);
        for x in 0..width {
            let (west, east) = (here[x.saturating_sub(1)], here[(x + 1).min(width - 1)]);
            let (n, s, c) = (north[x], south[x], here[x]);
            // Each quarter of a pixel follows from the two neighbours that it touches and the two
            // others.
            upper[2 * x] = quarter(c, [n, west], [s, east]);
            upper[2 * x + 1] = quarter(c, [n, east], [s, west]);
            lower[2 * x] = quarter(c, [s, west], [n, east]);
            lower[2 * x + 1] = quarter(c, [s, east], [n, west]);
        }
    }
}

fn quarter(own: Color, near: [Color; 2], far: [Color; 2]) -> Color {
    if near[0] == near[1] && near[0] != far[0] && near[1] != far[1] {
        return near[0];
    }
    let parts = near.map(|other| if difference(own, other) <= SOFT { other } else { own });
    let mean = |own: u8, one: u8, other: u8| ((2 * u32::from(own) + u32::from(one) + u32::from(other) + 2) / 4) as u8;
    let [one, other] = parts;
    Color::new(mean(own.r, one.r, other.r), mean(own.g, one.g, other.g), mean(own.b, one.b, other.b))
}

fn difference(one: Color, other: Color) -> i32 {
    let part = |one: u8, other: u8| (i32::from(one) - i32::from(other)).abs();
    part(one.r, other.r) + part(one.g, other.g) + part(one.b, other.b)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Refines the middle of three drawings of 4 columns. Each letter is a colour.
    fn refined(above: &str, rows: &[&str], below: &str) -> Vec<Vec<u8>> {
        let color = |letter: char| Color::new(letter as u8, 0, 0);
        let [above, row, below] =
            [above.to_owned(), rows.concat(), below.to_owned()].map(|text| text.chars().map(color).collect::<Vec<_>>());
        let mut fine = Vec::new();
        refine([&above, &row, &below], 4, &mut fine);
        fine.chunks(8).map(|line| line.iter().map(|color| color.r).collect()).collect()
    }

    #[test]
    fn straight_edges_stay_crisp() {
        let fine = refined("  zz", &["  zz", "  zz"], "  zz");
        assert_eq!(fine, vec![b"    zzzz".to_vec(); 4]);
    }

    #[test]
    fn the_corners_of_a_slope_are_cut_off_and_its_notches_filled() {
        let fine = refined("z   ", &["zz  ", "zzz "], "zzzz");
        let lines: Vec<String> = fine.into_iter().map(|line| String::from_utf8_lossy(&line).into_owned()).collect();
        assert_eq!(lines, ["zzz     ", "zzzzz   ", "zzzzz   ", "zzzzzzz "].map(str::to_owned));
    }

    #[test]
    fn shades_of_one_surface_run_on_smoothly() {
        // 'd' is 100, 'l' is 108, 't' is 116.
        let rows = "dltd";
        let fine = refined(rows, &[rows], rows);
        assert!(fine[0][1] > b'd' && fine[0][2] < b'l' && fine[0][3] > b'l', "{:?}", fine[0]);
    }
}
