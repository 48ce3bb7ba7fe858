#include "cjpeg_stream.h"

#include "cjpeg_common.h"

#include <stdlib.h>

enum { first_byte_count = 64 << 10, greatest_factor = 2 };

struct cjpeg_stream {
    struct jpeg_compress_struct info;
    cjpeg_errors errors;
    cjpeg_output output;
};

static int is_within(int factor) { return factor >= 1 && factor <= greatest_factor; }

cjpeg_stream *cjpeg_stream_new(void) {
    cjpeg_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) return NULL;
    struct jpeg_compress_struct *info = &stream->info;
    info->err = cjpeg_errors_begin(&stream->errors);
    if (cjpeg_output_begin(&stream->output, first_byte_count) || setjmp(stream->errors.jump)) {
        cjpeg_stream_free(stream);
        return NULL;
    }
    jpeg_create_compress(info);
    info->dest = &stream->output.manager;
    return stream;
}

void cjpeg_stream_free(cjpeg_stream *stream) {
    if (stream == NULL) return;
    jpeg_destroy_compress(&stream->info);
    free(stream->output.bytes);
    free(stream);
}

int cjpeg_stream_begin(cjpeg_stream *stream, const cjpeg_stream_settings *settings) {
    struct jpeg_compress_struct *info = &stream->info;
    int count = settings->plane_count, is_rgb = settings->horizontal_subsampling == 0;
    if (settings->width < 1 || settings->height < 1 || (count != 1 && count != 3)) return -1;
    if (!is_rgb && !(is_within(settings->horizontal_subsampling) && is_within(settings->vertical_subsampling))) return -1;
    jpeg_abort_compress(info);
    if (setjmp(stream->errors.jump)) return -1;
    info->image_width = (JDIMENSION) settings->width;
    info->image_height = (JDIMENSION) settings->height;
    info->input_components = count;
    info->in_color_space = is_rgb ? JCS_RGB : count == 1 ? JCS_GRAYSCALE : JCS_YCbCr;
    jpeg_set_defaults(info);
    jpeg_set_quality(info, settings->quality, TRUE);
    info->write_JFIF_header = settings->has_header ? TRUE : FALSE;
    info->raw_data_in = is_rgb ? FALSE : TRUE;
    for (int k = 0; k < count; k++) {
        info->comp_info[k].h_samp_factor = k == 0 && !is_rgb ? settings->horizontal_subsampling : 1;
        info->comp_info[k].v_samp_factor = k == 0 && !is_rgb ? settings->vertical_subsampling : 1;
    }
    jpeg_start_compress(info, TRUE);
    return 0;
}

int cjpeg_stream_write_planes(cjpeg_stream *stream, uint8_t *const *planes, const size_t *strides, int row_count) {
    struct jpeg_compress_struct *info = &stream->info;
    if (setjmp(stream->errors.jump)) return -1;
    if (!info->raw_data_in || row_count < 1) return -1;
    size_t column_factor = (size_t) info->comp_info[0].h_samp_factor, row_factor = (size_t) info->comp_info[0].v_samp_factor;
    size_t widths[3], heights[3];
    for (int k = 0; k < info->num_components; k++) {
        size_t across = k == 0 ? 1 : column_factor, down = k == 0 ? 1 : row_factor;
        widths[k] = ((size_t) info->image_width + across - 1) / across;
        heights[k] = ((size_t) row_count + down - 1) / down;
        cjpeg_fill_right(planes[k], strides[k], widths[k], heights[k]);
    }
    JSAMPROW rows[3][greatest_factor * DCTSIZE];
    JSAMPARRAY parts[3] = { rows[0], rows[1], rows[2] };
    size_t batch = row_factor * DCTSIZE;
    for (size_t done = 0; done < (size_t) row_count; done += batch) {
        for (int k = 0; k < info->num_components; k++) {
            size_t factor = k == 0 ? row_factor : 1;
            size_t top = done / row_factor * factor;
            for (size_t i = 0; i < factor * DCTSIZE; i++) {
                size_t row = top + i < heights[k] ? top + i : heights[k] - 1;
                rows[k][i] = planes[k] + row * strides[k];
            }
        }
        if (jpeg_write_raw_data(info, parts, (JDIMENSION) batch) == 0) return -1;
    }
    return 0;
}

int cjpeg_stream_write_pixels(cjpeg_stream *stream, const uint8_t *pixels, int row_count) {
    struct jpeg_compress_struct *info = &stream->info;
    if (setjmp(stream->errors.jump)) return -1;
    if (info->raw_data_in) return -1;
    size_t stride = (size_t) info->image_width * (size_t) info->input_components;
    for (int row = 0; row < row_count; row++) {
        // libjpeg only reads the row, although its parameter is not const.
        JSAMPROW line = (JSAMPROW) (pixels + (size_t) row * stride);
        if (jpeg_write_scanlines(info, &line, 1) != 1) return -1;
    }
    return 0;
}

int cjpeg_stream_finish(cjpeg_stream *stream) {
    if (setjmp(stream->errors.jump)) return -1;
    jpeg_finish_compress(&stream->info);
    return 0;
}

const uint8_t *cjpeg_stream_take(cjpeg_stream *stream, size_t *byte_count) {
    *byte_count = cjpeg_output_byte_count(&stream->output);
    cjpeg_output_empty(&stream->output);
    return stream->output.bytes;
}
