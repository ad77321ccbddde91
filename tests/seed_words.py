#!/usr/bin/env python3
"""The random words that src/rng.rs pins, from an implementation of ChaCha8 that shares nothing with the crate's.

Run: python3 tests/seed_words.py
"""

import struct


def chacha8_block(key: bytes, counter: int, stream: int) -> tuple[int, ...]:
    """One block of sixteen words, after D. J. Bernstein, "ChaCha, a variant of Salsa20", 2008."""
    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key)]
    start += [*struct.unpack("<4I", struct.pack("<QQ", counter, stream))]
    x = list(start)

    def rotate(value: int, bits: int) -> int:
        return (value << bits | value >> (32 - bits)) & 0xFFFFFFFF

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for i, j, k, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[i] = (x[i] + x[j]) & 0xFFFFFFFF
            x[k] = rotate(x[k] ^ x[i], bits)

    for _ in range(4):
        for columns in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)):
            quarter(*columns)
        for diagonals in ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            quarter(*diagonals)
    return tuple((a + b) & 0xFFFFFFFF for a, b in zip(x, start))


key = struct.pack("<QI", 0x0123456789ABCDEF, 7) + bytes(20)
print("partition:", [hex(word) for word in chacha8_block(key, 0, 1 << 32)[:4]])
leaf = [*chacha8_block(key, 5, 4 << 32)[:2], *chacha8_block(key, 5, 4 << 32 | 1)[:2]]
print("leaf 5:   ", [hex(word) for word in leaf])
print("beyond:   ", [hex(word) for word in chacha8_block(key, 0, 1 << 63 | 4 << 32 | 5)[:2]])
