// Decodes JPEG tiles in memory, to the planes in which they are coded or to RGB. A decoder can be reused, which saves
// allocating its buffers. As in cjpeg_decoder.h, libjpeg's longjmp is caught here.

#ifndef CJPEG_TILE_H
#define CJPEG_TILE_H

#include "cjpeg_decoder.h"

typedef struct cjpeg_tile_decoder cjpeg_tile_decoder;

// Returns NULL if memory runs out. Free it with cjpeg_tile_decoder_free(), which also accepts NULL. Only one thread at
// a time may use it.
cjpeg_tile_decoder *cjpeg_tile_decoder_new(void);
void cjpeg_tile_decoder_free(cjpeg_tile_decoder *decoder);

typedef enum {
    // None of those below, for example CMYK.
    cjpeg_other_colours = 0,
    cjpeg_grey = 1,
    cjpeg_rgb = 2,
    cjpeg_ycc = 3,
} cjpeg_colours;

typedef struct {
    int width, height;
    cjpeg_colours colours;
    // The number of luma columns and rows that share a sample of both chroma planes, 1 or 2 each; 0 if the planes are
    // sampled in any other way. 1 for grey and RGB, or 0 if a sampling factor is above 2.
    int horizontal_subsampling, vertical_subsampling;
} cjpeg_tile_header;

// Reads the header of a tile, whose bytes are copied. Closes any tile that was open before.
cjpeg_status cjpeg_tile_open(cjpeg_tile_decoder *decoder, const uint8_t *bytes, size_t count, cjpeg_tile_header *header);

// Decodes rows `first_row` up to but not including `end_row` of the open tile to the planes in which it is coded: one
// plane for grey, three for YCbCr if horizontal_subsampling is not 0. Each plane must have space for whole blocks: its width
// and height rounded up to 8 samples, for luma to 8 times its factor. The content of this padding is unspecified.
// Decoding fewer rows of a baseline tile takes less time, especially if rows at its end are omitted; damage after them
// is not detected.
cjpeg_status cjpeg_tile_read_planes(
    cjpeg_tile_decoder *decoder, int first_row, int end_row, uint8_t *const *planes, const size_t *strides);

// Decodes the first rows of the open tile to contiguous interleaved RGB, or to grey if it is grey. Not for other
// colours.
cjpeg_status cjpeg_tile_read_pixels(cjpeg_tile_decoder *decoder, int row_count, uint8_t *pixels);

// Returns the latest failure in one line.
const char *cjpeg_tile_message(const cjpeg_tile_decoder *decoder);

#endif
