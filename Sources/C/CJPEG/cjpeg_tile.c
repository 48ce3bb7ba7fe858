#include "cjpeg_tile.h"

#include "cjpeg_common.h"

#include <stdlib.h>
#include <string.h>

enum {
    // libjpeg's fast path stops this many bytes before the end of the data, enough for one block. Tiles are padded with
    // end markers, so that the fast path covers all of a tile and a truncated tile still ends in a marker.
    padding_byte_count = 2048,
};

struct cjpeg_tile_decoder {
    struct jpeg_decompress_struct info;
    cjpeg_errors errors;
    struct jpeg_progress_mgr progress;
    uint8_t *bytes;
    size_t capacity;
};

static void on_progress(j_common_ptr info) { cjpeg_check_scans((j_decompress_ptr) info); }

// Resets libjpeg, because it keeps its quantisation and Huffman tables from image to image: a tile without some of them
// would be decoded with those of the previous tile.
static void begin(cjpeg_tile_decoder *decoder) {
    jpeg_destroy_decompress(&decoder->info);
    jpeg_create_decompress(&decoder->info);
    decoder->info.progress = &decoder->progress;
}

cjpeg_tile_decoder *cjpeg_tile_decoder_new(void) {
    cjpeg_tile_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) return NULL;
    decoder->info.err = cjpeg_errors_begin(&decoder->errors);
    decoder->progress.progress_monitor = on_progress;
    if (setjmp(decoder->errors.jump)) {
        free(decoder);
        return NULL;
    }
    begin(decoder);
    return decoder;
}

void cjpeg_tile_decoder_free(cjpeg_tile_decoder *decoder) {
    if (decoder == NULL) return;
    jpeg_destroy_decompress(&decoder->info);
    free(decoder->bytes);
    free(decoder);
}

// Returns whether no plane has more than two rows or columns of blocks at a time, for which there is space.
static int is_supported(const struct jpeg_decompress_struct *info) {
    for (int k = 0; k < info->num_components; k++) {
        if (info->comp_info[k].h_samp_factor > 2 || info->comp_info[k].v_samp_factor > 2) return 0;
    }
    return info->num_components <= 3;
}

// Returns 1 or 2 if luma has that many samples for each sample of both chroma planes, else 0.
static int share(int luma, int first, int second) { return first == 1 && second == 1 && luma <= 2 ? luma : 0; }

cjpeg_status cjpeg_tile_open(
    cjpeg_tile_decoder *decoder, const uint8_t *bytes, size_t count, cjpeg_tile_header *header) {
    struct jpeg_decompress_struct *info = &decoder->info;
    if (setjmp(decoder->errors.jump)) return decoder->errors.status;
    begin(decoder);
    if (count > SIZE_MAX - padding_byte_count) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
    if (decoder->capacity < count + padding_byte_count) {
        free(decoder->bytes);
        decoder->capacity = 0;
        decoder->bytes = malloc(count + padding_byte_count);
        if (decoder->bytes == NULL) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
        decoder->capacity = count + padding_byte_count;
    }
    memcpy(decoder->bytes, bytes, count);
    for (size_t i = 0; i < padding_byte_count; i += 2) {
        decoder->bytes[count + i] = 0xFF;
        decoder->bytes[count + i + 1] = JPEG_EOI;
    }
    jpeg_mem_src(info, decoder->bytes, count + padding_byte_count);
    jpeg_read_header(info, TRUE);
    *header = (cjpeg_tile_header) {
        .width = (int) info->image_width, .height = (int) info->image_height,
        .horizontal_subsampling = 1, .vertical_subsampling = 1,
    };
    const jpeg_component_info *parts = info->comp_info;
    if (info->jpeg_color_space == JCS_GRAYSCALE) {
        header->colours = cjpeg_grey;
    } else if (info->jpeg_color_space == JCS_RGB) {
        header->colours = cjpeg_rgb;
    } else if (info->jpeg_color_space == JCS_YCbCr) {
        header->colours = cjpeg_ycc;
        header->horizontal_subsampling = share(parts[0].h_samp_factor, parts[1].h_samp_factor, parts[2].h_samp_factor);
        header->vertical_subsampling = share(parts[0].v_samp_factor, parts[1].v_samp_factor, parts[2].v_samp_factor);
        if (header->horizontal_subsampling == 0 || header->vertical_subsampling == 0) {
            header->horizontal_subsampling = header->vertical_subsampling = 0;
        }
    }
    if (!is_supported(info)) header->horizontal_subsampling = header->vertical_subsampling = 0;
    return cjpeg_ok;
}

// Finishes a tile of which all or some rows have been read.
static void finish(j_decompress_ptr info) {
    if (info->output_scanline < info->output_height) jpeg_abort_decompress(info);
    else jpeg_finish_decompress(info);
}

cjpeg_status cjpeg_tile_read_planes(
    cjpeg_tile_decoder *decoder, int first_row, int end_row, uint8_t *const *planes, const size_t *strides) {
    struct jpeg_decompress_struct *info = &decoder->info;
    if (setjmp(decoder->errors.jump)) return decoder->errors.status;
    if (!is_supported(info)) {
        snprintf(decoder->errors.message, sizeof decoder->errors.message, "Sampling factors above 2");
        return cjpeg_damaged;
    }
    info->raw_data_out = TRUE;
    info->out_color_space = info->jpeg_color_space;
    jpeg_start_decompress(info);
    JSAMPROW rows[3][2 * DCTSIZE];
    JSAMPARRAY parts[3] = { rows[0], rows[1], rows[2] };
    int batch = info->max_v_samp_factor * DCTSIZE;
    while (info->output_scanline < info->output_height && (int) info->output_scanline < end_row) {
        // Rows that are not needed are entropy-decoded, but not transformed to samples.
        boolean is_wanted = (int) info->output_scanline + batch > first_row;
        for (int k = 0; k < info->num_components; k++) {
            info->comp_info[k].component_needed = is_wanted;
            size_t factor = (size_t) info->comp_info[k].v_samp_factor, batch_factor = (size_t) info->max_v_samp_factor;
            size_t top = info->output_scanline * factor / batch_factor;
            for (size_t i = 0; i < factor * DCTSIZE; i++) rows[k][i] = planes[k] + (top + i) * strides[k];
        }
        if (jpeg_read_raw_data(info, parts, (JDIMENSION) batch) == 0) return cjpeg_no_rows(&decoder->errors, info->output_scanline);
    }
    finish(info);
    return cjpeg_ok;
}

cjpeg_status cjpeg_tile_read_pixels(cjpeg_tile_decoder *decoder, int row_count, uint8_t *pixels) {
    struct jpeg_decompress_struct *info = &decoder->info;
    if (setjmp(decoder->errors.jump)) return decoder->errors.status;
    info->raw_data_out = FALSE;
    info->out_color_space = info->jpeg_color_space == JCS_GRAYSCALE ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_start_decompress(info);
    size_t stride = (size_t) info->output_width * (size_t) info->output_components;
    JSAMPROW rows[16];
    while (info->output_scanline < info->output_height && (int) info->output_scanline < row_count) {
        JDIMENSION left = info->output_height - info->output_scanline;
        JDIMENSION batch = left < 16 ? left : 16;
        for (JDIMENSION i = 0; i < batch; i++) rows[i] = pixels + (info->output_scanline + i) * stride;
        if (jpeg_read_scanlines(info, rows, batch) == 0) return cjpeg_no_rows(&decoder->errors, info->output_scanline);
    }
    finish(info);
    return cjpeg_ok;
}

const char *cjpeg_tile_message(const cjpeg_tile_decoder *decoder) { return decoder->errors.message; }
