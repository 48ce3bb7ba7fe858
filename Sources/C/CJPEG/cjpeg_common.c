#include "cjpeg_common.h"

#include <stdlib.h>
#include <string.h>

void cjpeg_leave(cjpeg_errors *errors, cjpeg_status status) {
    errors->status = status;
    longjmp(errors->jump, 1);
}

static void on_error(j_common_ptr info) {
    cjpeg_errors *errors = (cjpeg_errors *) info->err;
    info->err->format_message(info, errors->message);
    cjpeg_leave(errors, info->err->msg_code == JERR_OUT_OF_MEMORY ? cjpeg_no_memory : cjpeg_damaged);
}

static void keep_warning(j_common_ptr info) {
    cjpeg_errors *errors = (cjpeg_errors *) info->err;
    info->err->num_warnings++;
    if (errors->kept_warnings == cjpeg_most_warnings) return;
    char *text = errors->warnings[errors->kept_warnings];
    info->err->format_message(info, text);
    for (int i = 0; i < errors->kept_warnings; i++) {
        if (strcmp(errors->warnings[i], text) == 0) return;
    }
    errors->kept_warnings++;
}

// After damage, libjpeg continues with made-up pixels and reports a mere warning. Those cases are treated as failures
// here; harmless oddities (stray bytes between markers, an unusual header) are not.
static void on_message(j_common_ptr info, int level) {
    if (level >= 0) return;
    switch (info->err->msg_code) {
        case JWRN_HIT_MARKER:
        case JWRN_JPEG_EOF:
        case JWRN_HUFF_BAD_CODE:
        case JWRN_ARITH_BAD_CODE:
        case JWRN_MUST_RESYNC: on_error(info); break;
        default: keep_warning(info);
    }
}

static void on_output(j_common_ptr info) { (void) info; }

struct jpeg_error_mgr *cjpeg_errors_begin(cjpeg_errors *errors) {
    jpeg_std_error(&errors->manager);
    errors->manager.error_exit = on_error;
    errors->manager.emit_message = on_message;
    errors->manager.output_message = on_output;
    return &errors->manager;
}

void cjpeg_check_scans(j_decompress_ptr info) {
    cjpeg_errors *errors = (cjpeg_errors *) info->err;
    if (info->input_scan_number <= cjpeg_most_scans) return;
    snprintf(errors->message, sizeof errors->message, "More than %d scans", cjpeg_most_scans);
    cjpeg_leave(errors, cjpeg_damaged);
}

cjpeg_status cjpeg_no_rows(cjpeg_errors *errors, JDIMENSION row) {
    snprintf(errors->message, sizeof errors->message, "Row %u is not there", row);
    return cjpeg_damaged;
}

static void begin_bytes(j_compress_ptr info) { cjpeg_output_empty((cjpeg_output *) info->dest); }

// Called when the buffer is full. libjpeg does not keep its counters up to date here, so the whole buffer counts as
// used.
static boolean grow_bytes(j_compress_ptr info) {
    cjpeg_output *output = (cjpeg_output *) info->dest;
    JOCTET *bytes = output->capacity > SIZE_MAX / 2 ? NULL : realloc(output->bytes, output->capacity * 2);
    if (bytes == NULL) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
    output->bytes = bytes;
    output->manager.next_output_byte = bytes + output->capacity;
    output->manager.free_in_buffer = output->capacity;
    output->capacity *= 2;
    return TRUE;
}

static void end_bytes(j_compress_ptr info) { (void) info; }

int cjpeg_output_begin(cjpeg_output *output, size_t capacity) {
    output->manager.init_destination = begin_bytes;
    output->manager.empty_output_buffer = grow_bytes;
    output->manager.term_destination = end_bytes;
    output->bytes = malloc(capacity);
    output->capacity = capacity;
    return output->bytes == NULL;
}

void cjpeg_output_empty(cjpeg_output *output) {
    output->manager.next_output_byte = output->bytes;
    output->manager.free_in_buffer = output->capacity;
}

size_t cjpeg_output_byte_count(const cjpeg_output *output) {
    return output->capacity - output->manager.free_in_buffer;
}

void cjpeg_fill_right(uint8_t *plane, size_t stride, size_t width, size_t height) {
    size_t end = (width + DCTSIZE - 1) / DCTSIZE * DCTSIZE;
    if (end > stride) end = stride;
    for (size_t y = 0; y < height; y++) {
        uint8_t *row = plane + y * stride;
        memset(row + width, row[width - 1], end - width);
    }
}
