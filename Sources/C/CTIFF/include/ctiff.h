// libtiff's decoder, block by block, for the plainest of TIFF files; libvips reads all others.
//
// libtiff's files are not for several threads at once: each thread opens its own.

#ifndef CTIFF_H
#define CTIFF_H

#include <stddef.h>
#include <stdint.h>

typedef struct ctiff_reader ctiff_reader;

// Told of each warning and each error of libtiff, in the thread that uses the reader; an error need not be the end of decoding.
typedef void (*ctiff_listener)(void *context, const char *text);

typedef struct {
    uint32_t width, height;
    // 1 for grey, 3 for red, green and blue; 8 bits each, interleaved.
    int channels;
    // The size of a block, be it a tile or a strip. Blocks are numbered row by row; those at the edges of a tiled file
    // are whole, the last strip of any other has fewer rows.
    uint32_t block_width, block_height;
    uint32_t blocks_across, blocks_down;
    int is_tiled;
    int is_compressed;
} ctiff_shape;

// A reader of the first page of the file behind a descriptor, which is read at offsets of its own and stays the
// caller's; NULL where libtiff cannot open it. To be freed with ctiff_reader_free(), which takes NULL too. The listener may be
// NULL, and another one later.
ctiff_reader *ctiff_reader_new(int descriptor, ctiff_listener listener, void *context);
void ctiff_reader_free(ctiff_reader *reader);
void ctiff_reader_listen(ctiff_reader *reader, ctiff_listener listener, void *context);

// Goes on to the next page; other than 0 where there is none.
int ctiff_reader_next_page(ctiff_reader *reader);
// Whether the page says that it is a smaller version of another one, or the mask of one.
int ctiff_reader_is_reduced(ctiff_reader *reader);
// Gives 0 and the values of black and white, where the page states both.
int ctiff_reader_sample_range(ctiff_reader *reader, double *black, double *white);

// Gives 0 and fills the shape in when the picture is grey with black as 0 or RGB, of 8 bits a channel, interleaved,
// without further channels, upright, without compression or with LZW, deflate, Zstandard or PackBits.
int ctiff_reader_shape(ctiff_reader *reader, ctiff_shape *shape);

// Decodes a block into memory of exactly its size; 0 for success.
int ctiff_reader_read(ctiff_reader *reader, const ctiff_shape *shape, uint32_t block, void *bytes, size_t byte_count);

typedef struct {
    uint32_t width, height;
    int is_black_zero;
} ctiff_bilevel;

// Gives 0 and fills the size in when the picture is black and white in strips, compressed as a facsimile (CCITT).
int ctiff_reader_bilevel(ctiff_reader *reader, ctiff_bilevel *picture);
// Decodes the next rows of it to a byte a pixel, 0 or 255; 0 for success. What libtiff cannot make out is reported to the
// listener, and is as if it had been 0 in the file.
int ctiff_reader_read_rows(ctiff_reader *reader, const ctiff_bilevel *picture, uint32_t count, uint8_t *bytes);

// What a page states of its samples, by the numbers of TIFF 6.0; the photometric interpretation is -1 where it is missing.
typedef struct {
    int bits, samples, compression, sample_format, photometric;
    int can_decompress;
} ctiff_kind;

int ctiff_reader_kind(ctiff_reader *reader, ctiff_kind *kind);

// What the latest failure was, in libtiff's words; empty before.
const char *ctiff_reader_message(const ctiff_reader *reader);

#endif
