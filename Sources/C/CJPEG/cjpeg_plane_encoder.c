#include "cjpeg_tile.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

enum { first_byte_count = 64 << 10 };

struct cjpeg_plane_encoder {
    struct jpeg_compress_struct info;
    struct jpeg_error_mgr error;
    struct jpeg_destination_mgr destination;
    jmp_buf jump;
    JOCTET *bytes;
    size_t capacity;
};

static void on_error(j_common_ptr info) {
    cjpeg_plane_encoder *encoder = info->client_data;
    longjmp(encoder->jump, 1);
}

static void on_message(j_common_ptr info, int level) {
    (void) info;
    (void) level;
}

static void on_output(j_common_ptr info) { (void) info; }

static void begin_bytes(j_compress_ptr info) {
    cjpeg_plane_encoder *encoder = info->client_data;
    encoder->destination.next_output_byte = encoder->bytes;
    encoder->destination.free_in_buffer = encoder->capacity;
}

// As in cjpeg_encoder.c: the buffer is full, and doubled.
static boolean grow_bytes(j_compress_ptr info) {
    cjpeg_plane_encoder *encoder = info->client_data;
    JOCTET *bytes = encoder->capacity > SIZE_MAX / 2 ? NULL : realloc(encoder->bytes, encoder->capacity * 2);
    if (bytes == NULL) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
    encoder->bytes = bytes;
    encoder->destination.next_output_byte = bytes + encoder->capacity;
    encoder->destination.free_in_buffer = encoder->capacity;
    encoder->capacity *= 2;
    return TRUE;
}

static void end_bytes(j_compress_ptr info) { (void) info; }

cjpeg_plane_encoder *cjpeg_plane_encoder_new(void) {
    cjpeg_plane_encoder *encoder = calloc(1, sizeof *encoder);
    if (encoder == NULL) return NULL;
    struct jpeg_compress_struct *info = &encoder->info;
    info->err = jpeg_std_error(&encoder->error);
    encoder->error.error_exit = on_error;
    encoder->error.emit_message = on_message;
    encoder->error.output_message = on_output;
    info->client_data = encoder;
    encoder->bytes = malloc(first_byte_count);
    encoder->capacity = first_byte_count;
    if (encoder->bytes == NULL || setjmp(encoder->jump)) {
        cjpeg_plane_encoder_free(encoder);
        return NULL;
    }
    jpeg_create_compress(info);
    encoder->destination.init_destination = begin_bytes;
    encoder->destination.empty_output_buffer = grow_bytes;
    encoder->destination.term_destination = end_bytes;
    info->dest = &encoder->destination;
    return encoder;
}

void cjpeg_plane_encoder_free(cjpeg_plane_encoder *encoder) {
    if (encoder == NULL) return;
    jpeg_destroy_compress(&encoder->info);
    free(encoder->bytes);
    free(encoder);
}

// Repeats the last column up to the blocks' edge.
static void fill_right(uint8_t *plane, size_t stride, size_t width, size_t height) {
    size_t end = (width + DCTSIZE - 1) / DCTSIZE * DCTSIZE;
    if (end > stride) end = stride;
    for (size_t y = 0; y < height; y++) {
        uint8_t *row = plane + y * stride;
        memset(row + width, row[width - 1], end - width);
    }
}

const uint8_t *cjpeg_encode_planes(
    cjpeg_plane_encoder *encoder, const cjpeg_plane_settings *settings, uint8_t *const *planes, const size_t *strides,
    size_t *byte_count) {
    struct jpeg_compress_struct *info = &encoder->info;
    jpeg_abort_compress(info);
    if (settings->width < 1 || settings->height < 1) return NULL;
    if (setjmp(encoder->jump)) {
        jpeg_abort_compress(info);
        return NULL;
    }
    int count = settings->plane_count;
    info->image_width = (JDIMENSION) settings->width;
    info->image_height = (JDIMENSION) settings->height;
    info->input_components = count;
    info->in_color_space = count == 1 ? JCS_GRAYSCALE : JCS_YCbCr;
    jpeg_set_defaults(info);
    jpeg_set_quality(info, settings->quality, TRUE);
    info->write_JFIF_header = FALSE;
    info->raw_data_in = TRUE;
    for (int k = 0; k < count; k++) {
        info->comp_info[k].h_samp_factor = k == 0 ? settings->columns_shared : 1;
        info->comp_info[k].v_samp_factor = k == 0 ? settings->rows_shared : 1;
    }
    size_t widths[3], heights[3];
    for (int k = 0; k < count; k++) {
        size_t across = k == 0 ? 1 : (size_t) settings->columns_shared;
        size_t down = k == 0 ? 1 : (size_t) settings->rows_shared;
        widths[k] = ((size_t) settings->width + across - 1) / across;
        heights[k] = ((size_t) settings->height + down - 1) / down;
        // libjpeg reads whole blocks, and makes the rest of an MCU itself.
        fill_right(planes[k], strides[k], widths[k], heights[k]);
    }
    jpeg_start_compress(info, TRUE);
    JSAMPROW rows[3][2 * DCTSIZE];
    JSAMPARRAY parts[3] = { rows[0], rows[1], rows[2] };
    size_t batch = (size_t) settings->rows_shared * DCTSIZE;
    while (info->next_scanline < info->image_height) {
        for (int k = 0; k < count; k++) {
            size_t factor = k == 0 ? (size_t) settings->rows_shared : 1;
            size_t top = info->next_scanline / (size_t) settings->rows_shared * factor;
            for (size_t i = 0; i < factor * DCTSIZE; i++) {
                size_t row = top + i < heights[k] ? top + i : heights[k] - 1;
                rows[k][i] = planes[k] + row * strides[k];
            }
        }
        jpeg_write_raw_data(info, parts, (JDIMENSION) batch);
    }
    jpeg_finish_compress(info);
    *byte_count = encoder->capacity - encoder->destination.free_in_buffer;
    return encoder->bytes;
}
