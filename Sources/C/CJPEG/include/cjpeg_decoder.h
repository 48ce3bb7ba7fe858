// libjpeg's decoder, row by row.
//
// libjpeg reports failures through a callback that must not return, and a longjmp must not cross Swift frames. Each
// function here catches the jump and returns a status. The only policy here is what counts as a failure.

#ifndef CJPEG_DECODER_H
#define CJPEG_DECODER_H

#include <jconfig.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cjpeg_decoder cjpeg_decoder;

typedef enum {
    cjpeg_ok = 0,
    // The data contradicts itself or ends too soon; see cjpeg_decoder_message().
    cjpeg_damaged = 1,
    // The file could not be read; see cjpeg_decoder_errno().
    cjpeg_unreadable = 2,
    // The watch requested to stop.
    cjpeg_stopped = 3,
    // Memory ran out.
    cjpeg_no_memory = 4,
} cjpeg_status;

// Receives the fraction of the file that has been read, 0 to 1, while a JPEG of several scans is read in full. Decoding
// stops if it returns nonzero.
typedef int (*cjpeg_watch)(void *context, double fraction);

// Creates a decoder of the file behind a descriptor, which is read at explicit offsets and remains the caller's.
// Returns NULL if memory runs out. Free it with cjpeg_decoder_free(), which also accepts NULL.
cjpeg_decoder *cjpeg_decoder_new(int descriptor);
void cjpeg_decoder_free(cjpeg_decoder *decoder);

// Reads everything before the first pixels.
cjpeg_status cjpeg_decoder_read_header(cjpeg_decoder *decoder);
int cjpeg_decoder_width(const cjpeg_decoder *decoder);
int cjpeg_decoder_height(const cjpeg_decoder *decoder);
// Returns 1 for grey, 3 for RGB, 0 for everything else.
int cjpeg_decoder_channels(const cjpeg_decoder *decoder);

// Starts decoding. A file of several scans (such as a progressive one) is read to its end here. More than a hundred
// scans, which only a file crafted to waste time has, are treated as damage.
cjpeg_status cjpeg_decoder_start(cjpeg_decoder *decoder, cjpeg_watch watch, void *context);
// Decodes the next rows, each `stride` bytes after the previous one. Reading beyond the last row is reported as damage.
cjpeg_status cjpeg_decoder_read(cjpeg_decoder *decoder, uint8_t *rows, size_t stride, int count);
// Checks, after all rows have been read, that the file ends correctly.
cjpeg_status cjpeg_decoder_finish(cjpeg_decoder *decoder);

// The warnings of a file that was decoded successfully: their number, and the first distinct messages, indexed from 0;
// NULL after the last one.
long cjpeg_decoder_warning_count(const cjpeg_decoder *decoder);
const char *cjpeg_decoder_warning(const cjpeg_decoder *decoder, int index);

// Returns the latest failure in one line; empty if there was none.
const char *cjpeg_decoder_message(const cjpeg_decoder *decoder);
int cjpeg_decoder_errno(const cjpeg_decoder *decoder);

// The version of libjpeg-turbo that the program was built with.
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
