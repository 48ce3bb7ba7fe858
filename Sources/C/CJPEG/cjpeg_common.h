// Shared by all encoders and decoders of this folder: an error manager, and a buffer that libjpeg writes to.

#ifndef CJPEG_COMMON_H
#define CJPEG_COMMON_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>
#include <jerror.h>

#include "cjpeg_decoder.h"

enum { cjpeg_most_scans = 100, cjpeg_most_warnings = 3 };

// libjpeg's error manager, with the latest error and warnings. Its callbacks must not return after a failure: they jump
// to `jump`, which each function that calls libjpeg sets first.
typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf jump;
    cjpeg_status status;
    char message[JMSG_LENGTH_MAX];
    // The first distinct warnings.
    char warnings[cjpeg_most_warnings][JMSG_LENGTH_MAX];
    int kept_warnings;
} cjpeg_errors;

// Returns the error manager for the `err` of a compressor or decompressor. The struct must not move afterwards.
struct jpeg_error_mgr *cjpeg_errors_begin(cjpeg_errors *errors);
_Noreturn void cjpeg_leave(cjpeg_errors *errors, cjpeg_status status);
// Must be called as scans are decoded: more than a hundred are treated as damage.
void cjpeg_check_scans(j_decompress_ptr info);
// Returns the failure for a decoder that produces no rows, which would otherwise be called forever.
cjpeg_status cjpeg_no_rows(cjpeg_errors *errors, JDIMENSION row);

// A destination whose buffer is doubled when it is full.
typedef struct {
    struct jpeg_destination_mgr manager;
    JOCTET *bytes;
    size_t capacity;
} cjpeg_output;

// Returns 0, or nonzero if memory runs out. The caller must free the buffer with free().
int cjpeg_output_begin(cjpeg_output *output, size_t capacity);
void cjpeg_output_empty(cjpeg_output *output);
size_t cjpeg_output_byte_count(const cjpeg_output *output);

// Repeats a plane's last column up to the edge of the block, because libjpeg reads whole blocks.
void cjpeg_fill_right(uint8_t *plane, size_t stride, size_t width, size_t height);

#endif
