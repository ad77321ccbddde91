use std::{fs, path::PathBuf};

use super::{fixture::gallery, fixture::theme, *};

/// Writes the gallery at several scales into the target directory, to be looked at:
/// `cargo test --lib gallery_to_look_at -- --ignored`.
#[test]
#[ignore = "writes pictures to look at"]
fn gallery_to_look_at() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/pictures");
    fs::create_dir_all(&folder).expect("a folder");
    for scale in [4, 8, 16, 24, 32] {
        let file = write(&gallery(), &theme(), Options { scale }).expect("a picture");
        fs::write(folder.join(format!("gallery-{scale}.png")), file).expect("a file");
    }
    let clock = std::time::Instant::now();
    let picture = render(&gallery(), &theme(), Options::default()).expect("a picture");
    eprintln!("{} pixels in {:?}", picture.width() * picture.height(), clock.elapsed());
}
