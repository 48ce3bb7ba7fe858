#include "cjpeg_encoder.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <jerror.h>

enum { first_byte_count = 16 << 10 };

struct cjpeg_encoder {
    struct jpeg_compress_struct info;
    struct jpeg_error_mgr error;
    struct jpeg_destination_mgr destination;
    jmp_buf jump;
    JOCTET *bytes;
    size_t capacity;
};

static void on_error(j_common_ptr info) {
    cjpeg_encoder *encoder = info->client_data;
    longjmp(encoder->jump, 1);
}

static void on_message(j_common_ptr info, int level) {
    (void) info;
    (void) level;
}

static void on_output(j_common_ptr info) { (void) info; }

static void begin_bytes(j_compress_ptr info) {
    cjpeg_encoder *encoder = info->client_data;
    encoder->destination.next_output_byte = encoder->bytes;
    encoder->destination.free_in_buffer = encoder->capacity;
}

// The buffer is full; libjpeg does not keep its counters here up to date, so all of it is taken as used.
static boolean grow_bytes(j_compress_ptr info) {
    cjpeg_encoder *encoder = info->client_data;
    JOCTET *bytes = encoder->capacity > SIZE_MAX / 2 ? NULL : realloc(encoder->bytes, encoder->capacity * 2);
    if (bytes == NULL) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
    encoder->bytes = bytes;
    encoder->destination.next_output_byte = bytes + encoder->capacity;
    encoder->destination.free_in_buffer = encoder->capacity;
    encoder->capacity *= 2;
    return TRUE;
}

static void end_bytes(j_compress_ptr info) { (void) info; }

cjpeg_encoder *cjpeg_encoder_new(int channels, int quality, int halves_colour) {
    cjpeg_encoder *encoder = calloc(1, sizeof *encoder);
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
        cjpeg_encoder_free(encoder);
        return NULL;
    }
    jpeg_create_compress(info);
    encoder->destination.init_destination = begin_bytes;
    encoder->destination.empty_output_buffer = grow_bytes;
    encoder->destination.term_destination = end_bytes;
    info->dest = &encoder->destination;
    info->image_width = 1;
    info->image_height = 1;
    info->input_components = channels;
    info->in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(info);
    jpeg_set_quality(info, quality, TRUE);
    info->write_JFIF_header = FALSE;
    if (!halves_colour)
        for (int i = 0; i < info->num_components; i++)
            info->comp_info[i].h_samp_factor = info->comp_info[i].v_samp_factor = 1;
    return encoder;
}

void cjpeg_encoder_free(cjpeg_encoder *encoder) {
    if (encoder == NULL) return;
    jpeg_destroy_compress(&encoder->info);
    free(encoder->bytes);
    free(encoder);
}

int cjpeg_encoder_begin(cjpeg_encoder *encoder, int width, int height) {
    if (width < 1 || height < 1) return -1;
    jpeg_abort_compress(&encoder->info);
    if (setjmp(encoder->jump)) {
        jpeg_abort_compress(&encoder->info);
        return -1;
    }
    encoder->info.image_width = (JDIMENSION) width;
    encoder->info.image_height = (JDIMENSION) height;
    jpeg_start_compress(&encoder->info, TRUE);
    return 0;
}

int cjpeg_encoder_write(cjpeg_encoder *encoder, const uint8_t *pixels, size_t stride, int count) {
    if (setjmp(encoder->jump)) {
        jpeg_abort_compress(&encoder->info);
        return -1;
    }
    JSAMPROW batch[16];
    for (int done = 0; done < count;) {
        int size = count - done < 16 ? count - done : 16;
        // libjpeg reads the rows only, though its type does not say so.
        for (int i = 0; i < size; i++) batch[i] = (JSAMPROW) (pixels + (size_t) (done + i) * stride);
        if (jpeg_write_scanlines(&encoder->info, batch, (JDIMENSION) size) != (JDIMENSION) size) return -1;
        done += size;
    }
    return 0;
}

const uint8_t *cjpeg_encoder_finish(cjpeg_encoder *encoder, size_t *byte_count) {
    if (setjmp(encoder->jump)) {
        jpeg_abort_compress(&encoder->info);
        return NULL;
    }
    jpeg_finish_compress(&encoder->info);
    *byte_count = encoder->capacity - encoder->destination.free_in_buffer;
    return encoder->bytes;
}
