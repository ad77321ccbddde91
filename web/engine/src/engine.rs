//! The engine: the texts that were read last, and the operations of levels.

use roomgen::{export::json, lint::Linter};
use serde_json::{Value, json};

#[cfg(feature = "full")]
use crate::page::PageState;
use crate::{
    bytes::ReplyBytes,
    data, facts,
    fields::{OperationFields, required},
    layers,
    levels::{Levels, ReadText},
    lint,
    request::Refusal,
};

/// What the engine answers: JSON, and bytes beside it.
#[derive(Debug, Default)]
pub struct Answer {
    /// `{"ok": ...}` or `{"error": ...}`, in UTF-8.
    pub reply: Vec<u8>,
    /// Pixels, files, layers or what a player knows of each cell; often nothing.
    pub bytes: ReplyBytes,
}

/// Presets and levels, and the operations of `web/README.md`. With the feature `full`, those of
/// pictures, formats, conditions and games too.
#[derive(Default)]
pub struct Engine {
    levels: Levels,
    linter: Option<Linter>,
    #[cfg(feature = "full")]
    page: PageState,
}

impl Engine {
    /// Answers a request, into the memory of an earlier answer.
    pub fn answer(&mut self, request: &[u8], answer: &mut Answer) {
        answer.reply.clear();
        answer.bytes.clear();
        let reply = match self.perform(request, &mut answer.bytes) {
            Ok(reply) => json!({ "ok": reply }),
            Err(refusal) => {
                answer.bytes.clear();
                json!({ "error": refusal })
            }
        };
        answer.reply.extend(reply.to_string().as_bytes());
    }

    fn perform(&mut self, request: &[u8], bytes: &mut ReplyBytes) -> Result<Value, Refusal> {
        let fields = OperationFields::read(request)?;
        match fields.op.as_str() {
            "about" => facts::about(&fields),
            "text" => Ok(json!({ "text": fields.preset().text()? })),
            "sprites" => self.levels.take(&fields),
            "preset" => Ok(match self.levels.read(&fields.preset())? {
                ReadText::Preset(written) => facts::preset(written),
                ReadText::Run(run) => facts::run(run.run()),
            }),
            "floors" => Ok(facts::floors(self.levels.run(&fields)?)),
            "json" => {
                bytes.extend(json::write(&self.levels.level(&fields)?).as_bytes());
                Ok(json!({}))
            }
            "data" => Ok(data::data(&self.levels.level(&fields)?, bytes)),
            "layers" => layers::layers(&self.levels.level(&fields)?, &fields.layers, bytes),
            "reroll" => {
                let room = required("room", fields.room)?;
                let request = self.levels.prepare(&fields)?;
                Ok(json!({ "number": self.levels.next_reroll(request, room)? }))
            }
            "lint" => {
                let (linter, reply) = lint::begin(&fields.preset())?;
                self.linter = Some(linter);
                Ok(reply)
            }
            "sample" => lint::sample(self.linter.as_mut(), required("levels", fields.levels)?),
            "seed" => {
                let seed = fields.seed()?;
                Ok(json!({ "seed": seed.number().to_string(), "seed_word": seed.word().map(|word| word.as_str()) }))
            }
            #[cfg(feature = "full")]
            _ => self.page.perform(&mut self.levels, &fields, bytes),
            #[cfg(not(feature = "full"))]
            other => Err(Refusal::no_operation(other)),
        }
    }
}
