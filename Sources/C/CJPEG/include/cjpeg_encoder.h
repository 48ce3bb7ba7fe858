// libjpeg's encoder, for images whose rows arrive in batches directly from the memory of a larger one.
//
// As with the decoder, libjpeg's longjmp is caught here, because it must not cross Swift frames.

#ifndef CJPEG_ENCODER_H
#define CJPEG_ENCODER_H

#include <stddef.h>
#include <stdint.h>

typedef struct cjpeg_encoder cjpeg_encoder;

// Creates an encoder of baseline JPEG with libjpeg's default Huffman tables, the accurate DCT and no header except the
// tables: for 1 (grey) or 3 (RGB) interleaved channels, a quality of 1 to 100, and chroma at full resolution or halved
// in both directions. Returns NULL if memory runs out. Free it with cjpeg_encoder_free(), which also accepts NULL. Only
// one thread at a time may use it.
cjpeg_encoder *cjpeg_encoder_new(int channels, int quality, int halves_colour);
void cjpeg_encoder_free(cjpeg_encoder *encoder);

// Begins an image. Returns 0 for success, as do the functions below. A failure (no memory, or a side not within
// 1...65,500) ends the image, and another one can be begun.
int cjpeg_encoder_begin(cjpeg_encoder *encoder, int width, int height);
// Adds rows that are `stride` bytes apart.
int cjpeg_encoder_write(cjpeg_encoder *encoder, const uint8_t *pixels, size_t stride, int count);
// Finishes an image after all its rows have been added. Returns the encoder's bytes, which are valid until the next
// image begins, or NULL on failure.
const uint8_t *cjpeg_encoder_finish(cjpeg_encoder *encoder, size_t *byte_count);

#endif
