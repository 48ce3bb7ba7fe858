// Reading an image of libvips from top to bottom into memory of the caller's; the rules of cvips.h hold here too.

#ifndef CVIPS_STRIP_H
#define CVIPS_STRIP_H

#include <stddef.h>
#include <stdint.h>

typedef struct cvips_image cvips_image;
typedef struct cvips_strip_reader cvips_strip_reader;

// A reader of an image, which it keeps a reference to; NULL on failure. Only the thread that made it may use it.
cvips_strip_reader *cvips_strip_reader_new(cvips_image *image);
void cvips_strip_reader_free(cvips_strip_reader *reader);

// Computes so many rows from `top` on, all of their width, into memory where row follows row without a gap.
int cvips_strip_reader_read(cvips_strip_reader *reader, int top, int count, uint8_t *rows);

// Computes all of an image on libvips' own threads and hands its rows over from top to bottom, some at a time, each
// `stride` bytes after the one before. The function is called from another thread than the caller's, but never twice
// at once; when it returns other than 0, the computation fails.
typedef int (*cvips_rows)(void *context, const uint8_t *rows, size_t stride, int count);
int cvips_stream_rows(cvips_image *image, cvips_rows rows, void *context);

// Gives back what libvips keeps for the calling thread: to be called where a thread that libvips did not make ends.
void cvips_thread_end(void);

#endif
