#include "cjpeg_halve.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

static void halve_grey(
    const uint8_t *restrict upper, const uint8_t *restrict lower, size_t pairs, uint8_t *restrict out) {
    for (size_t i = 0; i < pairs; i++)
        out[i] = (uint8_t) ((upper[2 * i] + upper[2 * i + 1] + lower[2 * i] + lower[2 * i + 1] + 2) >> 2);
}

static void halve_colour(
    const uint8_t *restrict upper, const uint8_t *restrict lower, size_t pairs, uint8_t *restrict out) {
    for (size_t i = 0; i < pairs; i++)
        for (size_t k = 0; k < 3; k++) {
            size_t left = 6 * i + k;
            out[3 * i + k] = (uint8_t) ((upper[left] + upper[left + 3] + lower[left] + lower[left + 3] + 2) >> 2);
        }
}

#if defined(__x86_64__)

// Returns the sums of two neighbours in each of 6 channels, from 4 pixels (12 of the 16 bytes).
__attribute__((target("ssse3"))) static __m128i paired(const uint8_t *pixels) {
    const __m128i neighbours = _mm_setr_epi8(0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11, -1, -1, -1, -1);
    __m128i bytes = _mm_loadu_si128((const __m128i *) pixels);
    return _mm_maddubs_epi16(_mm_shuffle_epi8(bytes, neighbours), _mm_set1_epi8(1));
}

__attribute__((target("ssse3"))) static __m128i averaged(const uint8_t *upper, const uint8_t *lower) {
    __m128i sum = _mm_add_epi16(paired(upper), paired(lower));
    return _mm_srli_epi16(_mm_add_epi16(sum, _mm_set1_epi16(2)), 2);
}

// Like halve_colour(), four pixels at a time; returns the number of pixels written. It reads 4 bytes more than it uses
// and writes 4 more than it needs, so it stops two pixels before the end.
__attribute__((target("ssse3"))) static size_t halve_colour_by_four(
    const uint8_t *upper, const uint8_t *lower, size_t pairs, uint8_t *out) {
    const __m128i joined = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, -1, -1, -1, -1);
    size_t i = 0;
    for (; i + 6 <= pairs; i += 4) {
        __m128i left = averaged(upper + 6 * i, lower + 6 * i);
        __m128i right = averaged(upper + 6 * i + 12, lower + 6 * i + 12);
        __m128i bytes = _mm_shuffle_epi8(_mm_packus_epi16(left, right), joined);
        _mm_storeu_si128((__m128i *) (out + 3 * i), bytes);
    }
    return i;
}

#endif

void cjpeg_halve_rows(const uint8_t *upper, const uint8_t *lower, size_t width, int channels, uint8_t *out) {
    size_t pairs = width / 2;
    if (channels == 1) {
        halve_grey(upper, lower, pairs, out);
    } else {
        size_t done = 0;
#if defined(__x86_64__)
        if (__builtin_cpu_supports("ssse3")) done = halve_colour_by_four(upper, lower, pairs, out);
#endif
        halve_colour(upper + 6 * done, lower + 6 * done, pairs - done, out + 3 * done);
    }
    if (width % 2 == 0) return;
    size_t step = (size_t) channels;
    for (size_t k = 0; k < step; k++) {
        size_t last = (width - 1) * step + k;
        out[pairs * step + k] = (uint8_t) ((2 * upper[last] + 2 * lower[last] + 2) >> 2);
    }
}
