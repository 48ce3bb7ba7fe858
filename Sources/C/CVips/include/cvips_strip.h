// Reads a libvips image from top to bottom into the caller's memory. The rules of cvips.h apply.

#ifndef CVIPS_STRIP_H
#define CVIPS_STRIP_H

#include <stddef.h>
#include <stdint.h>

typedef struct cvips_image cvips_image;
typedef struct cvips_strip_reader cvips_strip_reader;

// Creates a reader of an image, which holds a reference to it. Returns NULL on failure. Only the thread that created it
// may use it.
cvips_strip_reader *cvips_strip_reader_new(cvips_image *image);
void cvips_strip_reader_free(cvips_strip_reader *reader);

// Computes `count` rows in full width from `top` on, into contiguous memory.
int cvips_strip_reader_read(cvips_strip_reader *reader, int top, int count, uint8_t *rows);

// Computes a whole image on libvips' own threads and delivers its rows from top to bottom in batches, each row `stride`
// bytes after the previous one. The function is called on another thread than the caller's, but never concurrently. If
// it returns nonzero, the computation fails.
typedef int (*cvips_rows)(void *context, const uint8_t *rows, size_t stride, int count);
int cvips_stream_rows(cvips_image *image, cvips_rows rows, void *context);

// Releases libvips' data for the calling thread. Must be called at the end of a thread that libvips did not create.
void cvips_thread_end(void);

#endif
