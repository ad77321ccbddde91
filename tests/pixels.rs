//! Reads PNG files, for tests of pictures.

/// A picture that was read from a PNG file, 8 bits a channel: red, green, blue, and alpha if the
/// file has it.
pub(crate) struct Pixels {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bytes: Vec<u8>,
}

impl Pixels {
    #[track_caller]
    pub(crate) fn read(file: &[u8]) -> Self {
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a PNG file");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a picture that fits into memory")];
        let info = reader.next_frame(&mut bytes).expect("a whole picture");
        assert_eq!(info.bit_depth, ::png::BitDepth::Eight);
        Self { width: info.width, height: info.height, bytes }
    }

    pub(crate) fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }
}
