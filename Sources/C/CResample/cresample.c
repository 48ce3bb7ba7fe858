#include "cresample.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

static int32_t half_of(int shift) { return shift > 0 ? (int32_t) 1 << (shift - 1) : 0; }

static uint8_t to_byte(int32_t value) { return (uint8_t) (value < 0 ? 0 : value > 255 ? 255 : value); }

static void rows_plain(
    const uint8_t *const *rows, const int16_t *weights, int taps, size_t first, size_t count, int shift, int16_t *out) {
    for (size_t i = first; i < count; i++) {
        int32_t sum = half_of(shift);
        for (int k = 0; k < taps; k++) sum += (rows[k][i] - 128) * weights[k];
        out[i] = (int16_t) (sum >> shift);
    }
}

static void across_plain(
    const int16_t *row, const int32_t *starts, const int16_t *weights, int taps, size_t first, size_t count, int shift,
    uint8_t *out) {
    for (size_t i = first; i < count; i++) {
        int32_t sum = half_of(shift);
        for (int k = 0; k < taps; k++) sum += row[starts[i] + k] * weights[i * cresample_taps + (size_t) k];
        out[i] = to_byte(128 + (sum >> shift));
    }
}

#if defined(__x86_64__)

// Like rows_plain(), 16 samples at a time, and beyond `count` into the slack.
__attribute__((target("avx2"))) static void rows_avx2(
    const uint8_t *const *rows, const int16_t *weights, int taps, size_t count, int shift, int16_t *out) {
    const __m256i middle = _mm256_set1_epi16(128);
    const __m256i half = _mm256_set1_epi32(half_of(shift));
    const __m128i bits = _mm_cvtsi32_si128(shift);
    __m256i pairs[cresample_taps / 2];
    for (int k = 0; k < taps; k += 2)
        pairs[k / 2] = _mm256_set1_epi32((uint16_t) weights[k] | (int32_t) ((uint32_t) (uint16_t) weights[k + 1] << 16));
    for (size_t i = 0; i < count; i += 16) {
        __m256i low = half, high = half;
        for (int k = 0; k < taps; k += 2) {
            __m256i one = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *) (rows[k] + i)));
            __m256i other = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *) (rows[k + 1] + i)));
            one = _mm256_sub_epi16(one, middle);
            other = _mm256_sub_epi16(other, middle);
            low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(one, other), pairs[k / 2]));
            high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(one, other), pairs[k / 2]));
        }
        __m256i sums = _mm256_packs_epi32(_mm256_sra_epi32(low, bits), _mm256_sra_epi32(high, bits));
        _mm256_storeu_si256((__m256i *) (out + i), sums);
    }
}

__attribute__((target("avx2"))) static __m256i both(const int16_t *lower, const int16_t *upper) {
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *) lower)), _mm_loadu_si128((const __m128i *) upper), 1);
}

// Like across_plain(), eight outputs at a time; returns the number of outputs written.
__attribute__((target("avx2"))) static size_t across_avx2(
    const int16_t *row, const int32_t *starts, const int16_t *weights, size_t count, int shift, uint8_t *out) {
    const __m256i half = _mm256_set1_epi32(half_of(shift));
    const __m128i bits = _mm_cvtsi32_si128(shift);
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        // Output k is in the lower half of product k, output k + 4 in the upper half.
        __m256i products[4];
        for (size_t k = 0; k < 4; k++)
            products[k] = _mm256_madd_epi16(
                both(row + starts[i + k], row + starts[i + k + 4]),
                both(weights + (i + k) * cresample_taps, weights + (i + k + 4) * cresample_taps));
        __m256i sums = _mm256_hadd_epi32(
            _mm256_hadd_epi32(products[0], products[1]), _mm256_hadd_epi32(products[2], products[3]));
        sums = _mm256_sra_epi32(_mm256_add_epi32(sums, half), bits);
        __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
        words = _mm_add_epi16(words, _mm_set1_epi16(128));
        _mm_storel_epi64((__m128i *) (out + i), _mm_packus_epi16(words, words));
    }
    return i;
}

#endif

void cresample_rows(
    const uint8_t *const *rows, const int16_t *weights, int taps, size_t count, int shift, int16_t *out) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        rows_avx2(rows, weights, taps, count, shift, out);
        return;
    }
#endif
    rows_plain(rows, weights, taps, 0, count, shift, out);
}

void cresample_across(
    const int16_t *row, const int32_t *starts, const int16_t *weights, int taps, size_t count, int shift, uint8_t *out) {
    size_t done = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) done = across_avx2(row, starts, weights, count, shift, out);
#endif
    across_plain(row, starts, weights, taps, done, count, shift, out);
}

void cresample_add_groups(const uint8_t *row, size_t count, size_t group, size_t skipped, uint64_t *sums) {
    size_t left = group - skipped;
    for (size_t i = 0; i < count;) {
        size_t size = left < count - i ? left : count - i;
        // At most 2^24 bytes are summed in 32 bits, which the compiler can vectorise.
        uint32_t sum = 0;
        for (size_t k = 0; k < size; k++) {
            sum += row[i + k];
            if ((k & 0xFFFFFF) == 0xFFFFFF) {
                *sums += sum;
                sum = 0;
            }
        }
        *sums++ += sum;
        i += size;
        left = group;
    }
}

void cresample_transpose(
    const uint8_t *in, size_t in_stride, size_t width, size_t height, uint8_t *out, size_t out_stride) {
    // In blocks, so that both sides stay in the first-level cache.
    enum { side = 32 };
    for (size_t y = 0; y < height; y += side)
        for (size_t x = 0; x < width; x += side) {
            size_t bottom = y + side < height ? y + side : height;
            size_t right = x + side < width ? x + side : width;
            for (size_t i = x; i < right; i++)
                for (size_t k = y; k < bottom; k++) out[i * out_stride + k] = in[k * in_stride + i];
        }
}

void cresample_interleave(
    const uint8_t *red, const uint8_t *green, const uint8_t *blue, size_t count, uint8_t *out) {
    for (size_t i = 0; i < count; i++) {
        out[3 * i] = red[i];
        out[3 * i + 1] = green[i];
        out[3 * i + 2] = blue[i];
    }
}

void cresample_deinterleave(const uint8_t *in, size_t count, uint8_t *red, uint8_t *green, uint8_t *blue) {
    for (size_t i = 0; i < count; i++) {
        red[i] = in[3 * i];
        green[i] = in[3 * i + 1];
        blue[i] = in[3 * i + 2];
    }
}

void cresample_luma(const uint8_t *red, const uint8_t *green, const uint8_t *blue, size_t count, uint8_t *out) {
    for (size_t i = 0; i < count; i++)
        out[i] = (uint8_t) ((19595 * red[i] + 38470 * green[i] + 7471 * blue[i] + 32768) >> 16);
}
