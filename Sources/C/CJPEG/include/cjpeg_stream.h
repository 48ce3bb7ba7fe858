// libjpeg's encoder for a picture that is far larger than memory should hold: its rows come in strips, and after each
// strip the bytes so far can be taken away.
//
// As in cjpeg_encoder.h, libjpeg's jump out of a failure is caught here.

#ifndef CJPEG_STREAM_H
#define CJPEG_STREAM_H

#include "cjpeg_tile.h"

typedef struct cjpeg_stream cjpeg_stream;

// Begins a baseline JPEG with libjpeg's default Huffman tables and a JFIF header, as a file that is kept should have
// one. Three planes with a columns_shared of 0 stand for red, green and blue side by side, which get colour at all of
// the resolution. NULL without memory or for a side not within 1...65,500. To be freed with cjpeg_stream_free(), which
// takes NULL too. Any one thread at a time may use it.
cjpeg_stream *cjpeg_stream_new(const cjpeg_plane_settings *settings);
void cjpeg_stream_free(cjpeg_stream *stream);

// Adds the next rows of planes with room for whole blocks, as cjpeg_encode_planes() takes them; what they hold beyond
// the picture's right edge is overwritten. All strips but the last have a multiple of 16 rows. 0 for success, here and
// below; after a failure the stream can only be freed.
int cjpeg_stream_write_planes(cjpeg_stream *stream, uint8_t *const *planes, const size_t *strides, int row_count);
// Adds the next rows of red, green and blue side by side, which follow one another without a gap.
int cjpeg_stream_write_pixels(cjpeg_stream *stream, const uint8_t *pixels, int row_count);
// Ends the picture, all of whose rows have been added.
int cjpeg_stream_finish(cjpeg_stream *stream);

// The bytes that came out since the last call. They are the stream's until the next call of any function above.
const uint8_t *cjpeg_stream_take(cjpeg_stream *stream, size_t *byte_count);

#endif
