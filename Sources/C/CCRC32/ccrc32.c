#include "ccrc32.h"

#include <zlib.h>

static uint32_t by_zlib(uint32_t crc, const uint8_t *bytes, size_t count) {
    // A null pointer would make zlib return its initial value, which is also the checksum of no bytes.
    return count == 0 ? crc : (uint32_t)crc32_z(crc, bytes, count);
}

uint32_t ccrc32_joined(uint32_t first, uint32_t second, size_t second_count) {
    return (uint32_t)crc32_combine(first, second, (z_off_t)second_count);
}

#if defined(__x86_64__)

#include <immintrin.h>

// Folding: a block of 128 bits can be moved on by n bits by carry-less multiplication of its halves with the powers x^n
// in the polynomial's field. Four blocks are processed in parallel, so that the multiplications overlap; the last 128
// bits are left to zlib's tables, whose cost is negligible for a tile. If the processor has registers for four blocks
// each, sixteen are processed in parallel: 0.3 µs for a tile of 16 kB instead of 1.4.
//
// Source: V. Gopal et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction", Intel, 2009. The
// constants are derived as in that paper for the reflected CRC-32: x^(n±32) modulo the polynomial, bit-reversed, for n
// of 2048, 512 and 128.
__attribute__((target("pclmul,sse4.1"))) static inline __m128i folded(__m128i block, __m128i powers, __m128i next) {
    __m128i low = _mm_clmulepi64_si128(block, powers, 0x00);
    __m128i high = _mm_clmulepi64_si128(block, powers, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

static inline __m128i block_at(const uint8_t *bytes) { return _mm_loadu_si128((const __m128i *)bytes); }

// Folds four consecutive blocks and the bytes that follow them, a multiple of 16, into a CRC.
__attribute__((target("pclmul,sse4.1"))) static uint32_t
joined(__m128i a, __m128i b, __m128i c, __m128i d, const uint8_t *bytes, size_t count) {
    const __m128i by_one = _mm_set_epi64x(0x00ccaa009e, 0x01751997d0);
    a = folded(a, by_one, b);
    a = folded(a, by_one, c);
    a = folded(a, by_one, d);
    for (; count >= 16; bytes += 16, count -= 16) a = folded(a, by_one, block_at(bytes));
    // The result is a message of 16 bytes whose register starts at zero; zlib inverts its initial value.
    uint8_t rest[16];
    _mm_storeu_si128((__m128i *)rest, a);
    return by_zlib(0xFFFFFFFF, rest, sizeof rest);
}

// Processes at least 64 bytes, a multiple of 16.
__attribute__((target("pclmul,sse4.1"))) static uint32_t by_folding(const uint8_t *bytes, size_t count) {
    const __m128i by_four = _mm_set_epi64x(0x01c6e41596, 0x0154442bd4);
    // The register starts with all bits set, which is equivalent to inverting the first 32 bits of the message.
    __m128i a = _mm_xor_si128(block_at(bytes), _mm_cvtsi32_si128(-1));
    __m128i b = block_at(bytes + 16), c = block_at(bytes + 32), d = block_at(bytes + 48);
    bytes += 64;
    count -= 64;
    for (; count >= 64; bytes += 64, count -= 64) {
        a = folded(a, by_four, block_at(bytes));
        b = folded(b, by_four, block_at(bytes + 16));
        c = folded(c, by_four, block_at(bytes + 32));
        d = folded(d, by_four, block_at(bytes + 48));
    }
    return joined(a, b, c, d, bytes, count);
}

#define WIDE __attribute__((target("vpclmulqdq,avx512f,pclmul,sse4.1")))

WIDE static inline __m512i folded_wide(__m512i blocks, __m512i powers, __m512i next) {
    __m512i low = _mm512_clmulepi64_epi128(blocks, powers, 0x00);
    __m512i high = _mm512_clmulepi64_epi128(blocks, powers, 0x11);
    return _mm512_xor_si512(_mm512_xor_si512(low, high), next);
}

// Processes at least 256 bytes, a multiple of 16.
WIDE static uint32_t by_wide_folding(const uint8_t *bytes, size_t count) {
    const __m512i by_sixteen = _mm512_broadcast_i32x4(_mm_set_epi64x(0x01322d1430, 0x011542778a));
    const __m512i by_four = _mm512_broadcast_i32x4(_mm_set_epi64x(0x01c6e41596, 0x0154442bd4));
    __m512i a = _mm512_xor_si512(_mm512_loadu_si512(bytes), _mm512_zextsi128_si512(_mm_cvtsi32_si128(-1)));
    __m512i b = _mm512_loadu_si512(bytes + 64), c = _mm512_loadu_si512(bytes + 128), d = _mm512_loadu_si512(bytes + 192);
    bytes += 256;
    count -= 256;
    for (; count >= 256; bytes += 256, count -= 256) {
        a = folded_wide(a, by_sixteen, _mm512_loadu_si512(bytes));
        b = folded_wide(b, by_sixteen, _mm512_loadu_si512(bytes + 64));
        c = folded_wide(c, by_sixteen, _mm512_loadu_si512(bytes + 128));
        d = folded_wide(d, by_sixteen, _mm512_loadu_si512(bytes + 192));
    }
    a = folded_wide(a, by_four, b);
    a = folded_wide(a, by_four, c);
    a = folded_wide(a, by_four, d);
    for (; count >= 64; bytes += 64, count -= 64) a = folded_wide(a, by_four, _mm512_loadu_si512(bytes));
    return joined(
        _mm512_castsi512_si128(a), _mm512_extracti32x4_epi32(a, 1), _mm512_extracti32x4_epi32(a, 2),
        _mm512_extracti32x4_epi32(a, 3), bytes, count);
}

uint32_t ccrc32(const uint8_t *bytes, size_t count) {
    if (count < 128 || !__builtin_cpu_supports("pclmul") || !__builtin_cpu_supports("sse4.1")) {
        return by_zlib(0, bytes, count);
    }
    size_t whole = count & ~(size_t)15;
    int is_wide = count >= 512 && __builtin_cpu_supports("vpclmulqdq") && __builtin_cpu_supports("avx512f");
    uint32_t crc = is_wide ? by_wide_folding(bytes, whole) : by_folding(bytes, whole);
    return by_zlib(crc, bytes + whole, count - whole);
}

#else

uint32_t ccrc32(const uint8_t *bytes, size_t count) { return by_zlib(0, bytes, count); }

#endif
