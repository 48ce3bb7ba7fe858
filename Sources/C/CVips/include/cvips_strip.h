// Reads a libvips image from top to bottom into the caller's memory. The rules of cvips.h apply.

#ifndef CVIPS_STRIP_H
#define CVIPS_STRIP_H

typedef struct cvips_image cvips_image;
typedef struct cvips_strip_reader cvips_strip_reader;

// Creates a reader of an image, which holds a reference to it. Returns NULL on failure. Only the thread that created it
// may use it.
cvips_strip_reader *cvips_strip_reader_new(cvips_image *image);
void cvips_strip_reader_free(cvips_strip_reader *reader);

// Computes `count` rows in full width from `top` on, into contiguous memory, in the format of the image.
int cvips_strip_reader_read(cvips_strip_reader *reader, int top, int count, void *rows);

// Releases libvips' data for the calling thread. Must be called at the end of a thread that libvips did not create.
void cvips_thread_end(void);

#endif
