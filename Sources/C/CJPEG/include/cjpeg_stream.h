// libjpeg's encoder for a picture whose rows come in strips: one that is far larger than memory should hold, or one whose
// thread is to do something else now and then. After each strip the bytes so far can be taken away. An encoder can be used
// again and again, which saves its buffers.
//
// As in cjpeg_encoder.h, libjpeg's jump out of a failure is caught here.

#ifndef CJPEG_STREAM_H
#define CJPEG_STREAM_H

#include "cjpeg_tile.h"

typedef struct cjpeg_stream cjpeg_stream;

typedef struct {
    int width, height;
    // 1 for grey, 3 for YCbCr, or for red, green and blue.
    int plane_count;
    // As in cjpeg_tile_header; a columns_shared of 0 stands for red, green and blue side by side, which get colour at all
    // of the resolution.
    int columns_shared, rows_shared;
    // 1 to 100.
    int quality;
    // Whether the bytes begin with a JFIF header, as a file that is kept should.
    int has_header;
} cjpeg_stream_settings;

// NULL without memory. To be freed with cjpeg_stream_free(), which takes NULL too. Any one thread at a time may use it.
cjpeg_stream *cjpeg_stream_new(void);
void cjpeg_stream_free(cjpeg_stream *stream);

// Begins a baseline JPEG with libjpeg's default Huffman tables; what was begun before is given up. 0 for success, here and
// below: otherwise there is no memory, or a side is not within 1...65,500. After a failure nothing but this or
// cjpeg_stream_free() may be called.
int cjpeg_stream_begin(cjpeg_stream *stream, const cjpeg_stream_settings *settings);
// Adds the next rows of planes with room for whole blocks, as cjpeg_tile_read_planes() writes them; what they hold beyond
// the picture's right edge is overwritten. All strips but the last have a multiple of 16 rows.
int cjpeg_stream_write_planes(cjpeg_stream *stream, uint8_t *const *planes, const size_t *strides, int row_count);
// Adds the next rows of red, green and blue side by side, which follow one another without a gap.
int cjpeg_stream_write_pixels(cjpeg_stream *stream, const uint8_t *pixels, int row_count);
// Ends the picture, all of whose rows have been added.
int cjpeg_stream_finish(cjpeg_stream *stream);

// The bytes that came out since the picture was begun, or since the last call. They are the stream's until the next call of
// any function above.
const uint8_t *cjpeg_stream_take(cjpeg_stream *stream, size_t *byte_count);

#endif
