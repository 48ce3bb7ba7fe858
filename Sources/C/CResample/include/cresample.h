// Pixel loops over planes that Swift cannot compile to full speed, because they need instructions that are selected at
// run time. A plane has one byte per sample, in rows that are `stride` bytes apart. There is no policy here: the caller
// determines which samples have which weights.

#ifndef CRESAMPLE_H
#define CRESAMPLE_H

#include <stddef.h>
#include <stdint.h>

enum {
    // The number of source samples that contribute to each output sample, in each dimension.
    cresample_taps = 8,
    // The number of elements that the functions below may read beyond the stated ones; rows must be followed by that
    // much memory.
    cresample_slack = 32,
};

// Combines `taps` rows of bytes (2, 4, 6 or 8, where unused ones have a weight of 0): out[i] is the sum of (rows[k][i]
// - 128) * weights[k], rounded and shifted right by `shift`. The sums must fit in 16 bits. `out` must have space for
// `count` elements and the slack.
void cresample_rows(
    const uint8_t *const *rows, const int16_t *weights, int taps, size_t count, int shift, int16_t *out);

// Combines the output of cresample_rows() horizontally: out[i] is 128 plus the sum of row[starts[i] + k] * weights[8 *
// i + k], rounded, shifted right by `shift` and clamped to 0...255. If `taps` is 4, only the first four of each eight
// weights are used.
void cresample_across(
    const int16_t *row, const int32_t *starts, const int16_t *weights, int taps, size_t count, int shift, uint8_t *out);

// Adds each byte to the sum of its group: groups of `group` bytes, where the first `skipped` bytes of the first group
// are missing.
void cresample_add_groups(const uint8_t *row, size_t count, size_t group, size_t skipped, uint64_t *sums);

// out[x][y] = in[y][x]; `width` and `height` are the dimensions of `in`.
void cresample_transpose(
    const uint8_t *in, size_t in_stride, size_t width, size_t height, uint8_t *out, size_t out_stride);

// Converts rows of three planes to interleaved RGB, and back.
void cresample_interleave(
    const uint8_t *red, const uint8_t *green, const uint8_t *blue, size_t count, uint8_t *out);
void cresample_deinterleave(const uint8_t *in, size_t count, uint8_t *red, uint8_t *green, uint8_t *blue);

// Computes luma as in JPEG (ITU-R BT.601) from a row of red, green and blue, rounded. `out` may be one of the inputs.
void cresample_luma(const uint8_t *red, const uint8_t *green, const uint8_t *blue, size_t count, uint8_t *out);

// Transforms an image of interleaved `channels` (1 or 3) and writes the first `count` pixels of a row of the result,
// with an added alpha channel. The pixel with the centre (x, y) is interpolated with the Catmull-Rom cubic at (a/w,
// b/w) of `in`, where a, b and w are the products of the three rows of the 3 × 3 matrix with (x, y, 1). Everything
// outside the image is transparent, and edges are blended over one pixel.
typedef struct {
    const uint8_t *pixels;
    size_t width, height;
} cresample_picture;
void cresample_warp_row(
    const cresample_picture *in, int channels, const double *matrix, size_t row, size_t count, uint8_t *out);

#endif
