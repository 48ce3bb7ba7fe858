// libjpeg's decoder, row by row.
//
// libjpeg reports failures by a function that must not return, and Swift cannot be jumped over: each function here
// catches that jump and returns what happened. Nothing is decided here but what counts as a failure.

#ifndef CJPEG_DECODER_H
#define CJPEG_DECODER_H

#include <jconfig.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cjpeg_decoder cjpeg_decoder;

typedef enum {
    cjpeg_ok = 0,
    // The data contradicts itself or ends too soon; cjpeg_decoder_message() has libjpeg's words.
    cjpeg_damaged = 1,
    // The system did not give the file's bytes; cjpeg_decoder_errno() says why.
    cjpeg_unreadable = 2,
    // The watch asked to stop.
    cjpeg_stopped = 3,
    // There is no memory for it.
    cjpeg_no_memory = 4,
} cjpeg_status;

// Told how much of the file has been read, 0 to 1, while a JPEG of several scans is absorbed as a whole; decoding
// stops when it returns other than 0.
typedef int (*cjpeg_watch)(void *context, double fraction);

// A decoder of the file behind a descriptor, which is read at offsets of its own and stays the caller's. NULL without
// memory. To be freed with cjpeg_decoder_free(), which takes NULL too.
cjpeg_decoder *cjpeg_decoder_new(int descriptor);
void cjpeg_decoder_free(cjpeg_decoder *decoder);

// Reads up to the first pixels.
cjpeg_status cjpeg_decoder_read_header(cjpeg_decoder *decoder);
int cjpeg_decoder_width(const cjpeg_decoder *decoder);
int cjpeg_decoder_height(const cjpeg_decoder *decoder);
// 1 for grey, 3 for red, green and blue, 0 for all else.
int cjpeg_decoder_channels(const cjpeg_decoder *decoder);

// Begins. A file of several scans (as progressive ones are) is read to its end here; more than a hundred scans, which
// only a file made to waste time has, are taken for damage.
cjpeg_status cjpeg_decoder_start(cjpeg_decoder *decoder, cjpeg_watch watch, void *context);
// Decodes the next rows, each `stride` bytes after the one before; more than there are is damage.
cjpeg_status cjpeg_decoder_read(cjpeg_decoder *decoder, uint8_t *rows, size_t stride, int count);
// Checks that the file ends as it should, once all rows have been read.
cjpeg_status cjpeg_decoder_finish(cjpeg_decoder *decoder);

// What libjpeg warned of in a file that it decodes nevertheless: how many times, and the first different warnings, from 0; NULL
// behind the last of these.
long cjpeg_decoder_warning_count(const cjpeg_decoder *decoder);
const char *cjpeg_decoder_warning(const cjpeg_decoder *decoder, int index);

// What the latest failure was, in one line; empty before.
const char *cjpeg_decoder_message(const cjpeg_decoder *decoder);
int cjpeg_decoder_errno(const cjpeg_decoder *decoder);

// Which libjpeg-turbo the program was built with.
#define CJPEG_TEXT_OF(value) #value
#define CJPEG_TEXT(value) CJPEG_TEXT_OF(value)

// The version, such as "2.1.5"; "" for a libjpeg that is not libjpeg-turbo.
static inline const char *cjpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
    return CJPEG_TEXT(LIBJPEG_TURBO_VERSION);
#else
    return "";
#endif
}

#endif
