// libjpeg's encoder for an image whose rows arrive in strips: one that is too large for memory, or whose thread must do
// other work in between. The encoded bytes can be taken after each strip. An encoder can be reused, which saves
// allocating its buffers.
//
// As in cjpeg_encoder.h, libjpeg's longjmp is caught here.

#ifndef CJPEG_STREAM_H
#define CJPEG_STREAM_H

#include "cjpeg_tile.h"

typedef struct cjpeg_stream cjpeg_stream;

typedef struct {
    int width, height;
    // 1 for grey, 3 for YCbCr or RGB.
    int plane_count;
    // As in cjpeg_tile_header. A horizontal_subsampling of 0 means interleaved RGB, which is encoded with full chroma
    // resolution.
    int horizontal_subsampling, vertical_subsampling;
    // The quality, 1 to 100.
    int quality;
    // Whether the output begins with a JFIF header, as a file should.
    int has_header;
} cjpeg_stream_settings;

// Returns NULL if memory runs out. Free it with cjpeg_stream_free(), which also accepts NULL. Only one thread at a time
// may use it.
cjpeg_stream *cjpeg_stream_new(void);
void cjpeg_stream_free(cjpeg_stream *stream);

// Begins a baseline JPEG with libjpeg's default Huffman tables, abandoning any unfinished one. Returns 0 for success,
// as do the functions below; otherwise memory has run out, or a side is not within 1...65,500. After a failure only
// this function or cjpeg_stream_free() may be called.
int cjpeg_stream_begin(cjpeg_stream *stream, const cjpeg_stream_settings *settings);
// Adds the next rows of planes padded to whole blocks, as written by cjpeg_tile_read_planes(). Their content beyond the
// right edge of the image is overwritten. All strips except the last must have a multiple of 16 rows.
int cjpeg_stream_write_planes(cjpeg_stream *stream, uint8_t *const *planes, const size_t *strides, int row_count);
// Adds the next rows of interleaved RGB pixels, which must be contiguous.
int cjpeg_stream_write_pixels(cjpeg_stream *stream, const uint8_t *pixels, int row_count);
// Finishes the image after all rows have been added.
int cjpeg_stream_finish(cjpeg_stream *stream);

// Returns the bytes encoded since the image was begun or since the last call. They are valid until the next call of any
// function above.
const uint8_t *cjpeg_stream_take(cjpeg_stream *stream, size_t *byte_count);

#endif
