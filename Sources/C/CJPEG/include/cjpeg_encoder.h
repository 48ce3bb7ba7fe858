// libjpeg's encoder: pictures whose rows come bit by bit, straight from the memory of a larger one.
//
// As with the decoder, libjpeg's jump out of a failure is caught here, since it must not cross Swift.

#ifndef CJPEG_ENCODER_H
#define CJPEG_ENCODER_H

#include <stddef.h>
#include <stdint.h>

typedef struct cjpeg_encoder cjpeg_encoder;

// An encoder of baseline JPEG with libjpeg's default Huffman tables, the accurate DCT and no header but the tables:
// for 1 (grey) or 3 (red, green and blue) interleaved channels, a quality of 1 to 100, and colour at half the
// resolution in both directions or at all of it. NULL without memory. To be freed with cjpeg_encoder_free(), which
// takes NULL too. Any one thread at a time may use it.
cjpeg_encoder *cjpeg_encoder_new(int channels, int quality, int halves_colour);
void cjpeg_encoder_free(cjpeg_encoder *encoder);

// Begins a picture; 0 for success, here and below. A failure (no memory, or a side not within 1...65,500) ends the
// picture, and another one may be begun.
int cjpeg_encoder_begin(cjpeg_encoder *encoder, int width, int height);
// Adds rows that lie `stride` bytes apart.
int cjpeg_encoder_write(cjpeg_encoder *encoder, const uint8_t *pixels, size_t stride, int count);
// Ends a picture all of whose rows have been added. The bytes are the encoder's until the next picture begins; NULL
// for a failure.
const uint8_t *cjpeg_encoder_finish(cjpeg_encoder *encoder, size_t *byte_count);

#endif
