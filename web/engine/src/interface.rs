//! The functions that the page calls, and the buffers through which it does.
//!
//! The only file with unsafe code: the attributes that export the functions by their names. Each
//! name is the only one in the module, which is all that they ask for. No pointer is read here: the
//! page writes a request into a buffer of this side, and reads replies from its memory.
#![allow(unsafe_code)]

use std::cell::RefCell;

use super::engine::{Answer, Engine};

/// The state of the module. A page calls from one thread.
#[derive(Default)]
struct Module {
    engine: Engine,
    request: Vec<u8>,
    answer: Answer,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::default();
}

/// Returns the address of a buffer for a request of `length` bytes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn input(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.request.clear();
        module.request.resize(length, 0);
        module.request.as_mut_ptr()
    })
}

/// Answers the first `length` bytes in the buffer for requests.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn call(length: usize) {
    MODULE.with_borrow_mut(|Module { engine, request, answer }| {
        engine.answer(request.get(..length).unwrap_or_default(), answer);
    });
}

/// The address of the last reply: JSON in UTF-8.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn reply() -> *const u8 {
    MODULE.with_borrow(|module| module.answer.reply.as_ptr())
}

/// The number of bytes of the last reply.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn reply_length() -> usize {
    MODULE.with_borrow(|module| module.answer.reply.len())
}

/// The address of the bytes that came with the last reply.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn bytes() -> *const u8 {
    MODULE.with_borrow(|module| module.answer.bytes.as_ptr())
}

/// The number of bytes that came with the last reply.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn bytes_length() -> usize {
    MODULE.with_borrow(|module| module.answer.bytes.len())
}
