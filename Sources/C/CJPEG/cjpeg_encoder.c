#include "cjpeg_encoder.h"

#include "cjpeg_common.h"

#include <stdlib.h>

enum { first_byte_count = 16 << 10 };

struct cjpeg_encoder {
    struct jpeg_compress_struct info;
    cjpeg_errors errors;
    cjpeg_output output;
};

cjpeg_encoder *cjpeg_encoder_new(int channels, int quality, int halves_colour) {
    cjpeg_encoder *encoder = calloc(1, sizeof *encoder);
    if (encoder == NULL) return NULL;
    struct jpeg_compress_struct *info = &encoder->info;
    info->err = cjpeg_errors_begin(&encoder->errors);
    if (cjpeg_output_begin(&encoder->output, first_byte_count) || setjmp(encoder->errors.jump)) {
        cjpeg_encoder_free(encoder);
        return NULL;
    }
    jpeg_create_compress(info);
    info->dest = &encoder->output.manager;
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
    free(encoder->output.bytes);
    free(encoder);
}

int cjpeg_encoder_begin(cjpeg_encoder *encoder, int width, int height) {
    if (width < 1 || height < 1) return -1;
    jpeg_abort_compress(&encoder->info);
    if (setjmp(encoder->errors.jump)) {
        jpeg_abort_compress(&encoder->info);
        return -1;
    }
    encoder->info.image_width = (JDIMENSION) width;
    encoder->info.image_height = (JDIMENSION) height;
    jpeg_start_compress(&encoder->info, TRUE);
    return 0;
}

int cjpeg_encoder_write(cjpeg_encoder *encoder, const uint8_t *pixels, size_t stride, int count) {
    if (setjmp(encoder->errors.jump)) {
        jpeg_abort_compress(&encoder->info);
        return -1;
    }
    JSAMPROW batch[16];
    for (int done = 0; done < count;) {
        int size = count - done < 16 ? count - done : 16;
        // libjpeg only reads the rows, although its parameter is not const.
        for (int i = 0; i < size; i++) batch[i] = (JSAMPROW) (pixels + (size_t) (done + i) * stride);
        if (jpeg_write_scanlines(&encoder->info, batch, (JDIMENSION) size) != (JDIMENSION) size) return -1;
        done += size;
    }
    return 0;
}

const uint8_t *cjpeg_encoder_finish(cjpeg_encoder *encoder, size_t *byte_count) {
    if (setjmp(encoder->errors.jump)) {
        jpeg_abort_compress(&encoder->info);
        return NULL;
    }
    jpeg_finish_compress(&encoder->info);
    *byte_count = cjpeg_output_byte_count(&encoder->output);
    return encoder->output.bytes;
}
