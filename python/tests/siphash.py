"""SipHash-2-4 with a zero key, as the catalogue of digests has it.

Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF" (2012).
"""

MASK = (1 << 64) - 1


def siphash24(data: bytes) -> int:
    v = [0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573]

    def rotated(word: int, by: int) -> int:
        return (word << by | word >> (64 - by)) & MASK

    def mix(times: int) -> None:
        for _ in range(times):
            v[0] = (v[0] + v[1]) & MASK
            v[1] = rotated(v[1], 13) ^ v[0]
            v[0] = rotated(v[0], 32)
            v[2] = (v[2] + v[3]) & MASK
            v[3] = rotated(v[3], 16) ^ v[2]
            v[0] = (v[0] + v[3]) & MASK
            v[3] = rotated(v[3], 21) ^ v[0]
            v[2] = (v[2] + v[1]) & MASK
            v[1] = rotated(v[1], 17) ^ v[2]
            v[2] = rotated(v[2], 32)

    padded = data + bytes(-(len(data) + 1) % 8) + bytes([len(data) & 0xFF])
    for at in range(0, len(padded), 8):
        word = int.from_bytes(padded[at : at + 8], "little")
        v[3] ^= word
        mix(2)
        v[0] ^= word
    v[2] ^= 0xFF
    mix(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]
