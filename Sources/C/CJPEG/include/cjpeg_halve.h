// The one pixel loop that Swift cannot compile to full speed, because it needs instructions that are selected at run
// time.

#ifndef CJPEG_HALVE_H
#define CJPEG_HALVE_H

#include <stddef.h>
#include <stdint.h>

// Averages two rows into one: each output pixel is the mean of 2 × 2 pixels, per channel, with halves rounded up.
// `width` is the width of the input rows in pixels; the output has half as many, rounded up, and the last column counts
// twice if the width is odd. `channels` is 1 or 3, interleaved. Nothing outside the rows is read or written.
void cjpeg_halve_rows(const uint8_t *upper, const uint8_t *lower, size_t width, int channels, uint8_t *out);

#endif
