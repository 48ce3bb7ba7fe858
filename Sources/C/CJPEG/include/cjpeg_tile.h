// JPEG tiles in memory: decoded to the planes that they are coded in, or to colours. A decoder is used again and again,
// which saves its buffers. As in cjpeg_decoder.h, libjpeg's jumps are caught here.

#ifndef CJPEG_TILE_H
#define CJPEG_TILE_H

#include "cjpeg_decoder.h"

typedef struct cjpeg_tile_decoder cjpeg_tile_decoder;

// NULL without memory. To be freed with cjpeg_tile_decoder_free(), which takes NULL too. Any one thread at a time may
// use it.
cjpeg_tile_decoder *cjpeg_tile_decoder_new(void);
void cjpeg_tile_decoder_free(cjpeg_tile_decoder *decoder);

typedef enum {
    // None of those below, such as CMYK.
    cjpeg_other_colours = 0,
    cjpeg_grey = 1,
    cjpeg_rgb = 2,
    cjpeg_ycc = 3,
} cjpeg_colours;

typedef struct {
    int width, height;
    cjpeg_colours colours;
    // How many columns and rows of luma share a sample of both chroma planes, 1 or 2 each; 0 where the planes are
    // sampled in any other way. 1 for grey and RGB, unless a sampling factor is above 2: then 0.
    int columns_shared, rows_shared;
} cjpeg_tile_header;

// Reads the header of a tile, whose bytes are copied. What was open before is given up.
cjpeg_status cjpeg_tile_open(cjpeg_tile_decoder *decoder, const uint8_t *bytes, size_t count, cjpeg_tile_header *header);

// Decodes rows of the tile that is open, `first_row` up to but not including `end_row`, as it is coded: one plane for
// grey, three for YCbCr whose columns_shared is not 0. Each plane has room for whole blocks: its width and height rounded
// up to 8 samples, luma's to 8 of its shares; what is left of it stays as it is or not. Fewer rows of a baseline tile
// take less time, above all fewer at its end; damage behind them goes unseen.
cjpeg_status cjpeg_tile_read_planes(
    cjpeg_tile_decoder *decoder, int first_row, int end_row, uint8_t *const *planes, const size_t *strides);

// Decodes the first rows of the tile that is open to red, green and blue side by side, or to grey if it is; not for
// other colours. Rows follow one another without a gap.
cjpeg_status cjpeg_tile_read_pixels(cjpeg_tile_decoder *decoder, int row_count, uint8_t *pixels);

// What the latest failure was, in one line.
const char *cjpeg_tile_message(const cjpeg_tile_decoder *decoder);

#endif
