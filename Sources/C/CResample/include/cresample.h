// Loops over the pixels of planes that Swift cannot bring to the machine's speed: they need instructions that are chosen
// when the program runs. A plane has one byte a sample, row by row, `stride` bytes apart. Nothing is decided here: which
// samples have which weight is the caller's arithmetic.

#ifndef CRESAMPLE_H
#define CRESAMPLE_H

#include <stddef.h>
#include <stdint.h>

enum {
    // The samples that each output sample is weighed from, in each direction.
    cresample_taps = 8,
    // How many elements beyond those stated the functions below may read of a row: rows need that much memory after them.
    cresample_slack = 32,
};

// Weighs `taps` rows of bytes (2, 4, 6 or 8, of which the unused have a weight of 0): out[i] is the sum of
// (rows[k][i] - 128) * weights[k], rounded and shifted right by `shift`. The sums must fit 16 bits.
// `out` has room for `count` and the slack.
void cresample_rows(
    const uint8_t *const *rows, const int16_t *weights, int taps, size_t count, int shift, int16_t *out);

// Weighs what cresample_rows() gives across: out[i] is 128 and the sum of row[starts[i] + k] * weights[8 * i + k],
// rounded, shifted right by `shift` and brought within 0...255. Where `taps` is 4, only the first four of each eight
// weights count.
void cresample_across(
    const int16_t *row, const int32_t *starts, const int16_t *weights, int taps, size_t count, int shift, uint8_t *out);

// Adds each byte to the sum of its group: groups of `group` bytes, the first of which lacks its first `skipped`.
void cresample_add_groups(const uint8_t *row, size_t count, size_t group, size_t skipped, uint64_t *sums);

// out[x][y] = in[y][x]; `width` and `height` are those of `in`.
void cresample_transpose(
    const uint8_t *in, size_t in_stride, size_t width, size_t height, uint8_t *out, size_t out_stride);

// Three planes' rows to red, green and blue side by side, and back.
void cresample_interleave(
    const uint8_t *red, const uint8_t *green, const uint8_t *blue, size_t count, uint8_t *out);
void cresample_deinterleave(const uint8_t *in, size_t count, uint8_t *red, uint8_t *green, uint8_t *blue);

// Luma as JPEG has it (ITU-R BT.601) of a row of red, green and blue, rounded. `out` may be one of them.
void cresample_luma(const uint8_t *red, const uint8_t *green, const uint8_t *blue, size_t count, uint8_t *out);

// Transforms a picture of interleaved `channels` (1 or 3) and writes the first `count` pixels of a row of the
// result, with one channel more, its opacity: the pixel whose centre is (x, y) is that at (a/w, b/w) of `in`, where a, b and w
// are the products of the three rows of the matrix of 9 numbers with (x, y, 1), by Catmull-Rom's cubic; what lies outside is
// transparent, and edges are blended over a pixel.
typedef struct {
    const uint8_t *pixels;
    size_t width, height;
} cresample_picture;
void cresample_warp_row(
    const cresample_picture *in, int channels, const double *matrix, size_t row, size_t count, uint8_t *out);

#endif
