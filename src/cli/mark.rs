//! The mark by which the tool knows a picture that it wrote beside a file, and that nobody has changed since: a text in the PNG
//! file that holds the checksum of all the rest.

/// Bytes of the signature and the header, behind which the mark stands.
const HEAD: usize = 8 + 25;
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The picture with the mark in it; what is no PNG file stays as it is.
pub(super) fn marked(png: &[u8]) -> Vec<u8> {
    match png.split_at_checked(HEAD) {
        Some((head, rest)) if head.starts_with(SIGNATURE) => [head, &mark(head, rest), rest].concat(),
        _ => png.to_vec(),
    }
}

/// Whether a file is what [`marked`] made.
pub(super) fn is_marked(file: &[u8]) -> bool {
    let parts = file.split_at_checked(HEAD).and_then(|(head, tail)| Some((head, tail.split_at_checked(LENGTH)?)));
    parts.is_some_and(|(head, (there, rest))| head.starts_with(SIGNATURE) && there == mark(head, rest))
}

/// Bytes of the mark: a chunk of the keyword, a zero and eight digits, with its length, its type and its own checksum.
const LENGTH: usize = 4 + 4 + KEYWORD.len() + 1 + 8 + 4;
const KEYWORD: &[u8] = b"roomgen";

fn mark(head: &[u8], rest: &[u8]) -> Vec<u8> {
    let digits = format!("{:08x}", checksum(&[head, rest]));
    let text = [b"tEXt", KEYWORD, b"\0", digits.as_bytes()].concat();
    let length = (text.len() as u32 - 4).to_be_bytes();
    [&length[..], &text, &checksum(&[&text]).to_be_bytes()].concat()
}

/// The checksum of PNG files.
fn checksum(parts: &[&[u8]]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    parts.iter().for_each(|part| hasher.update(part));
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURE: &[u8] = include_bytes!("../../tests/golden/picture/three-rooms.png");

    #[test]
    fn a_marked_picture_is_known_until_a_byte_of_it_changes() {
        let marked = marked(PICTURE);
        assert!(is_marked(&marked) && !is_marked(PICTURE));
        for at in (0..HEAD + LENGTH).chain((HEAD..marked.len()).step_by(97)) {
            let mut changed = marked.clone();
            changed[at] ^= 1;
            assert!(!is_marked(&changed) && !is_marked(&marked[..at]), "byte {at}");
        }
    }

    #[test]
    fn the_mark_is_a_chunk_as_others_are() {
        let marked = marked(PICTURE);
        let (head, chunk) = (&marked[..HEAD], &marked[HEAD..HEAD + LENGTH]);
        assert_eq!([head, &marked[HEAD + LENGTH..]].concat(), PICTURE);
        assert_eq!(chunk[..4], (LENGTH as u32 - 12).to_be_bytes());
        assert!(chunk[4..].starts_with(b"tEXtroomgen\0"));
    }

    #[test]
    fn what_is_no_picture_gets_no_mark() {
        for bytes in [&b""[..], b"text", &[0; 100]] {
            assert_eq!(marked(bytes), bytes);
            assert!(!is_marked(bytes));
        }
    }
}
