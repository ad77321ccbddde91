//! A page: an engine, and what it answered last.

use roomgen_playground_engine::{Answer, Engine};
use serde_json::{Value, json};

/// Asks an engine as the page does.
#[derive(Default)]
pub(crate) struct Page {
    engine: Engine,
    answer: Answer,
}

impl Page {
    /// The whole reply to the bytes of a request.
    pub(crate) fn reply(&mut self, request: &[u8]) -> Value {
        self.engine.answer(request, &mut self.answer);
        serde_json::from_slice(&self.answer.reply).expect("a reply is JSON")
    }

    /// What a request gives.
    #[track_caller]
    pub(crate) fn ask(&mut self, request: &Value) -> Value {
        let mut reply = self.reply(&limited(request));
        assert_eq!(reply.as_object().map(serde_json::Map::len), Some(1), "{request}: {reply}");
        assert!(reply.get("error").is_none(), "{request}: {reply}");
        reply["ok"].take()
    }

    /// The refusal of a request: its message, and its problems.
    #[track_caller]
    pub(crate) fn refused(&mut self, request: &Value) -> (String, Vec<Value>) {
        let reply = self.reply(&limited(request));
        assert!(self.answer.bytes.is_empty(), "bytes come with a refusal: {request}");
        let error = reply.get("error").unwrap_or_else(|| panic!("not refused: {request}: {reply}"));
        let message = error["message"].as_str().expect("a message").to_owned();
        assert!(!message.is_empty(), "{request}: {reply}");
        (message, error["problems"].as_array().expect("problems").clone())
    }

    /// The bytes that came with the last reply.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.answer.bytes
    }

    /// Makes a small level, and keeps it.
    pub(crate) fn with_level() -> Self {
        let mut page = Self::default();
        page.ask(&json!({ "op": "level", "preset": "cellar", "seed": "7" }));
        page
    }
}

/// A request with the limits of the page, unless it has others.
fn limited(request: &Value) -> Vec<u8> {
    let mut request = request.clone();
    if let Some(fields) = request.as_object_mut() {
        fields.entry("limits").or_insert(json!({ "side": 256, "pixels": 1 << 24 }));
    }
    request.to_string().into_bytes()
}

/// The number of bytes of a picture, by the reply that describes it.
pub(crate) fn picture_length(picture: &Value) -> usize {
    let side = |name: &str| picture[name].as_u64().expect("a side") as usize;
    4 * side("width") * side("height")
}
