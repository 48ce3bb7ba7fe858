#include "cjpeg_tile.h"

#include "cjpeg_common.h"

#include <stdlib.h>

enum { first_byte_count = 64 << 10 };

struct cjpeg_plane_encoder {
    struct jpeg_compress_struct info;
    cjpeg_errors errors;
    cjpeg_output output;
};

cjpeg_plane_encoder *cjpeg_plane_encoder_new(void) {
    cjpeg_plane_encoder *encoder = calloc(1, sizeof *encoder);
    if (encoder == NULL) return NULL;
    struct jpeg_compress_struct *info = &encoder->info;
    info->err = cjpeg_errors_begin(&encoder->errors);
    if (cjpeg_output_begin(&encoder->output, first_byte_count) || setjmp(encoder->errors.jump)) {
        cjpeg_plane_encoder_free(encoder);
        return NULL;
    }
    jpeg_create_compress(info);
    info->dest = &encoder->output.manager;
    return encoder;
}

void cjpeg_plane_encoder_free(cjpeg_plane_encoder *encoder) {
    if (encoder == NULL) return;
    jpeg_destroy_compress(&encoder->info);
    free(encoder->output.bytes);
    free(encoder);
}

const uint8_t *cjpeg_encode_planes(
    cjpeg_plane_encoder *encoder, const cjpeg_plane_settings *settings, uint8_t *const *planes, const size_t *strides,
    size_t *byte_count) {
    struct jpeg_compress_struct *info = &encoder->info;
    jpeg_abort_compress(info);
    if (settings->width < 1 || settings->height < 1) return NULL;
    if (setjmp(encoder->errors.jump)) {
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
        cjpeg_fill_right(planes[k], strides[k], widths[k], heights[k]);
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
    *byte_count = cjpeg_output_byte_count(&encoder->output);
    return encoder->output.bytes;
}
