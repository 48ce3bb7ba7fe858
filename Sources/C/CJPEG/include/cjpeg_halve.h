// The one loop over pixels that Swift cannot bring to the machine's speed: it needs instructions that are chosen when
// the program runs.

#ifndef CJPEG_HALVE_H
#define CJPEG_HALVE_H

#include <stddef.h>
#include <stdint.h>

// Makes one row of two: each pixel is the mean of 2 × 2, per channel, halves rounded up. `width` is that of the rows
// taken, in pixels; the row made has half as many, rounded up, the last column counting twice where the width is odd.
// `channels` is 1 or 3, interleaved. Nothing outside the rows is read or written.
void cjpeg_halve_rows(const uint8_t *upper, const uint8_t *lower, size_t width, int channels, uint8_t *out);

#endif
