// libtiff's decoder, block by block, for the simplest TIFF files; libvips reads all others.
//
// A libtiff file handle is not thread-safe, so each thread opens its own.

#ifndef CTIFF_H
#define CTIFF_H

#include <stddef.h>
#include <stdint.h>

typedef struct ctiff_reader ctiff_reader;

// Receives each warning and error of libtiff, on the thread that uses the reader. Decoding may continue after an error.
typedef void (*ctiff_listener)(void *context, const char *text);

typedef struct {
    uint32_t width, height;
    // 1 for grey, 3 for RGB, with 8 interleaved bits each.
    int channels;
    // The size of a block, which is a tile or a strip. Blocks are numbered row by row. Those at the edges of a tiled
    // file are stored whole; the last strip of any other file has fewer rows.
    uint32_t block_width, block_height;
    uint32_t blocks_across, blocks_down;
    int is_tiled;
    int is_compressed;
} ctiff_shape;

// Creates a reader of the first page of the file behind a descriptor, which is read at explicit offsets and remains the
// caller's. Returns NULL if libtiff cannot open it. Free it with ctiff_reader_free(), which also accepts NULL. The
// listener may be NULL and can be replaced later.
ctiff_reader *ctiff_reader_new(int descriptor, ctiff_listener listener, void *context);
void ctiff_reader_free(ctiff_reader *reader);
void ctiff_reader_listen(ctiff_reader *reader, ctiff_listener listener, void *context);

// Advances to the next page. Returns nonzero if there is none.
int ctiff_reader_next_page(ctiff_reader *reader);
// Returns whether the page is marked as a reduced version of another one, or as a mask.
int ctiff_reader_is_reduced(ctiff_reader *reader);
// Returns 0 and the black and white values, if the page states both.
int ctiff_reader_sample_range(ctiff_reader *reader, double *black, double *white);

// Returns 0 and fills in the shape if the image is RGB or grey with black as 0, with 8 bits per channel, interleaved,
// without extra channels, upright, and uncompressed or compressed with LZW, deflate, Zstandard or PackBits.
int ctiff_reader_shape(ctiff_reader *reader, ctiff_shape *shape);

// Decodes a block into memory of exactly its size. Returns 0 for success.
int ctiff_reader_read(ctiff_reader *reader, const ctiff_shape *shape, uint32_t block, void *bytes, size_t byte_count);

typedef struct {
    uint32_t width, height;
    int is_black_zero;
} ctiff_bilevel;

// Returns 0 and fills in the size if the image is bilevel in strips with CCITT (facsimile) compression.
int ctiff_reader_bilevel(ctiff_reader *reader, ctiff_bilevel *picture);
// Decodes the next rows of a bilevel image to one byte per pixel, 0 or 255. Returns 0 for success. Undecodable data is
// reported to the listener and treated as zeros in the file.
int ctiff_reader_read_rows(ctiff_reader *reader, const ctiff_bilevel *picture, uint32_t count, uint8_t *bytes);

// A page's sample properties as TIFF 6.0 numbers; the photometric interpretation is -1 if it is missing.
typedef struct {
    int bits, samples, compression, sample_format, photometric;
    int can_decompress;
} ctiff_kind;

ctiff_kind ctiff_reader_kind(ctiff_reader *reader);

// Returns libtiff's message for the latest failure; empty if there was none.
const char *ctiff_reader_message(const ctiff_reader *reader);

#endif
