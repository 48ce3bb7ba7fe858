#include "cjpeg_decoder.h"

#include "cjpeg_common.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    // Large enough that libjpeg rarely reaches the end of the buffer, where it decodes more slowly.
    source_byte_count = 256 << 10,
};

struct cjpeg_decoder {
    struct jpeg_decompress_struct info;
    cjpeg_errors errors;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    int system_error;
    int descriptor;
    off_t offset;
    off_t byte_count;
    cjpeg_watch watch;
    void *watch_context;
    JOCTET buffer[source_byte_count];
};

static cjpeg_decoder *decoder_of(j_common_ptr info) { return info->client_data; }

static void no_source_step(j_decompress_ptr info) { (void) info; }

static boolean fill_source(j_decompress_ptr info) {
    cjpeg_decoder *decoder = decoder_of((j_common_ptr) info);
    ssize_t count;
    do count = pread(decoder->descriptor, decoder->buffer, source_byte_count, decoder->offset);
    while (count < 0 && errno == EINTR);
    if (count < 0) {
        decoder->system_error = errno;
        cjpeg_leave(&decoder->errors, cjpeg_unreadable);
    }
    if (count == 0) ERREXIT(info, JERR_INPUT_EOF);
    decoder->offset += count;
    decoder->source.next_input_byte = decoder->buffer;
    decoder->source.bytes_in_buffer = (size_t) count;
    return TRUE;
}

static void skip_source(j_decompress_ptr info, long count) {
    cjpeg_decoder *decoder = decoder_of((j_common_ptr) info);
    if (count <= 0) return;
    size_t wanted = (size_t) count;
    if (wanted > decoder->source.bytes_in_buffer) {
        decoder->offset += (off_t) (wanted - decoder->source.bytes_in_buffer);
        decoder->source.bytes_in_buffer = 0;
        return;
    }
    decoder->source.next_input_byte += wanted;
    decoder->source.bytes_in_buffer -= wanted;
}

static void on_progress(j_common_ptr info) {
    cjpeg_decoder *decoder = decoder_of(info);
    cjpeg_check_scans(&decoder->info);
    if (decoder->watch == NULL) return;
    double fraction = decoder->byte_count > 0 ? (double) decoder->offset / (double) decoder->byte_count : 0;
    if (decoder->watch(decoder->watch_context, fraction < 1 ? fraction : 1)) cjpeg_leave(&decoder->errors, cjpeg_stopped);
}

cjpeg_decoder *cjpeg_decoder_new(int descriptor) {
    cjpeg_decoder *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) return NULL;
    decoder->descriptor = descriptor;
    decoder->byte_count = lseek(descriptor, 0, SEEK_END);
    decoder->info.err = cjpeg_errors_begin(&decoder->errors);
    decoder->info.client_data = decoder;
    if (setjmp(decoder->errors.jump)) {
        free(decoder);
        return NULL;
    }
    jpeg_create_decompress(&decoder->info);
    decoder->source.init_source = no_source_step;
    decoder->source.fill_input_buffer = fill_source;
    decoder->source.skip_input_data = skip_source;
    decoder->source.resync_to_restart = jpeg_resync_to_restart;
    decoder->source.term_source = no_source_step;
    decoder->info.src = &decoder->source;
    decoder->progress.progress_monitor = on_progress;
    posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
    return decoder;
}

void cjpeg_decoder_free(cjpeg_decoder *decoder) {
    if (decoder == NULL) return;
    jpeg_destroy_decompress(&decoder->info);
    free(decoder);
}

cjpeg_status cjpeg_decoder_read_header(cjpeg_decoder *decoder) {
    if (setjmp(decoder->errors.jump)) return decoder->errors.status;
    jpeg_read_header(&decoder->info, TRUE);
    return cjpeg_ok;
}

int cjpeg_decoder_width(const cjpeg_decoder *decoder) { return (int) decoder->info.image_width; }
int cjpeg_decoder_height(const cjpeg_decoder *decoder) { return (int) decoder->info.image_height; }

int cjpeg_decoder_channels(const cjpeg_decoder *decoder) {
    switch (decoder->info.out_color_space) {
        case JCS_GRAYSCALE: return 1;
        case JCS_RGB: return 3;
        default: return 0;
    }
}

cjpeg_status cjpeg_decoder_start(cjpeg_decoder *decoder, cjpeg_watch watch, void *context) {
    if (setjmp(decoder->errors.jump)) {
        decoder->info.progress = NULL;
        return decoder->errors.status;
    }
    decoder->watch = watch;
    decoder->watch_context = context;
    decoder->info.progress = &decoder->progress;
    jpeg_start_decompress(&decoder->info);
    decoder->info.progress = NULL;
    return cjpeg_ok;
}

cjpeg_status cjpeg_decoder_read(cjpeg_decoder *decoder, uint8_t *rows, size_t stride, int count) {
    if (setjmp(decoder->errors.jump)) return decoder->errors.status;
    JSAMPROW batch[16];
    for (int done = 0; done < count;) {
        int size = count - done < 16 ? count - done : 16;
        for (int i = 0; i < size; i++) batch[i] = rows + (size_t) (done + i) * stride;
        int got = (int) jpeg_read_scanlines(&decoder->info, batch, (JDIMENSION) size);
        if (got == 0) return cjpeg_no_rows(&decoder->errors, decoder->info.output_scanline);
        done += got;
    }
    return cjpeg_ok;
}

cjpeg_status cjpeg_decoder_finish(cjpeg_decoder *decoder) {
    if (setjmp(decoder->errors.jump)) return decoder->errors.status;
    jpeg_finish_decompress(&decoder->info);
    return cjpeg_ok;
}

long cjpeg_decoder_warning_count(const cjpeg_decoder *decoder) { return decoder->errors.manager.num_warnings; }

const char *cjpeg_decoder_warning(const cjpeg_decoder *decoder, int index) {
    return index >= 0 && index < decoder->errors.kept_warnings ? decoder->errors.warnings[index] : NULL;
}

const char *cjpeg_decoder_message(const cjpeg_decoder *decoder) { return decoder->errors.message; }
int cjpeg_decoder_errno(const cjpeg_decoder *decoder) { return decoder->system_error; }
