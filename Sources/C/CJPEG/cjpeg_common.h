// What all encoders and decoders of this folder share: one error manager, and one buffer that libjpeg writes to.

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

// libjpeg's error manager with what it reported. Its functions must not return from a failure: they jump to `jump`, which
// each function that calls libjpeg sets first.
typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf jump;
    cjpeg_status status;
    char message[JMSG_LENGTH_MAX];
    // The first different warnings.
    char warnings[cjpeg_most_warnings][JMSG_LENGTH_MAX];
    int kept_warnings;
} cjpeg_errors;

// Gives the error manager for a compressor's or a decompressor's `err`; the struct stays where it is from now on.
struct jpeg_error_mgr *cjpeg_errors_begin(cjpeg_errors *errors);
_Noreturn void cjpeg_leave(cjpeg_errors *errors, cjpeg_status status);
// To be called as scans are decoded: more than a hundred are damage.
void cjpeg_check_scans(j_decompress_ptr info);
// For a decoder that gives no rows, which it would be asked for without end.
cjpeg_status cjpeg_no_rows(cjpeg_errors *errors, JDIMENSION row);

// A destination whose buffer is doubled when it is full.
typedef struct {
    struct jpeg_destination_mgr manager;
    JOCTET *bytes;
    size_t capacity;
} cjpeg_output;

// Gives 0, or other than 0 without memory; the buffer is to be freed with free().
int cjpeg_output_begin(cjpeg_output *output, size_t capacity);
void cjpeg_output_empty(cjpeg_output *output);
size_t cjpeg_output_byte_count(const cjpeg_output *output);

// Repeats a plane's last column up to the blocks' edge, as libjpeg reads whole blocks.
void cjpeg_fill_right(uint8_t *plane, size_t stride, size_t width, size_t height);

#endif
