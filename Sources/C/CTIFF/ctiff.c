#include "ctiff.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tiffio.h>

struct ctiff_reader {
    TIFF *file;
    int descriptor;
    uint64_t offset;
    char message[256];
    ctiff_listener listener;
    void *listener_context;
    uint32_t row;
    uint8_t *packed;
};

static tmsize_t read_bytes(thandle_t handle, void *bytes, tmsize_t count) {
    ctiff_reader *reader = handle;
    tmsize_t done = 0;
    while (done < count) {
        ssize_t got = pread(reader->descriptor, (char *) bytes + done, (size_t) (count - done), (off_t) reader->offset);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        done += got;
        reader->offset += (uint64_t) got;
    }
    return done;
}

static tmsize_t refuse_bytes(thandle_t handle, void *bytes, tmsize_t count) {
    (void) handle;
    (void) bytes;
    (void) count;
    return -1;
}

static toff_t seek_bytes(thandle_t handle, toff_t offset, int whence) {
    ctiff_reader *reader = handle;
    struct stat status;
    switch (whence) {
        case SEEK_CUR: offset += reader->offset; break;
        case SEEK_END:
            if (fstat(reader->descriptor, &status) != 0) return (toff_t) -1;
            offset += (toff_t) status.st_size;
            break;
        default: break;
    }
    reader->offset = offset;
    return offset;
}

static toff_t count_bytes(thandle_t handle) {
    struct stat status;
    return fstat(((ctiff_reader *) handle)->descriptor, &status) == 0 ? (toff_t) status.st_size : 0;
}

static int leave_open(thandle_t handle) {
    (void) handle;
    return 0;
}

// Both errors and warnings are passed on, because libtiff reports many recoverable problems as errors.
static int keep_message(TIFF *file, void *context, const char *module, const char *format, va_list values) {
    ctiff_reader *reader = context;
    (void) file;
    (void) module;
    vsnprintf(reader->message, sizeof reader->message, format, values);
    if (reader->listener != NULL) reader->listener(reader->listener_context, reader->message);
    return 1;
}

static int pass_warning(TIFF *file, void *context, const char *module, const char *format, va_list values) {
    ctiff_reader *reader = context;
    char text[256];
    (void) file;
    (void) module;
    if (reader->listener == NULL) return 1;
    vsnprintf(text, sizeof text, format, values);
    reader->listener(reader->listener_context, text);
    return 1;
}

ctiff_reader *ctiff_reader_new(int descriptor, ctiff_listener listener, void *context) {
    ctiff_reader *reader = calloc(1, sizeof *reader);
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (reader != NULL && options != NULL) {
        reader->descriptor = descriptor;
        ctiff_reader_listen(reader, listener, context);
        TIFFOpenOptionsSetErrorHandlerExtR(options, keep_message, reader);
        TIFFOpenOptionsSetWarningHandlerExtR(options, pass_warning, reader);
        // "m": the file is read, not mapped, so that truncating it meanwhile cannot crash the program.
        reader->file = TIFFClientOpenExt(
            "scan", "rm", reader, read_bytes, refuse_bytes, seek_bytes, leave_open, count_bytes, NULL, NULL, options);
    }
    if (options != NULL) TIFFOpenOptionsFree(options);
    if (reader != NULL && reader->file == NULL) {
        free(reader);
        return NULL;
    }
    return reader;
}

void ctiff_reader_free(ctiff_reader *reader) {
    if (reader == NULL) return;
    reader->listener = NULL;
    TIFFClose(reader->file);
    free(reader->packed);
    free(reader);
}

void ctiff_reader_listen(ctiff_reader *reader, ctiff_listener listener, void *context) {
    reader->listener = listener;
    reader->listener_context = context;
}

int ctiff_reader_next_page(ctiff_reader *reader) { return TIFFReadDirectory(reader->file) ? 0 : -1; }

int ctiff_reader_is_reduced(ctiff_reader *reader) {
    uint32_t kind = 0;
    uint16_t old_kind = 0;
    TIFFGetFieldDefaulted(reader->file, TIFFTAG_SUBFILETYPE, &kind);
    if (TIFFGetField(reader->file, TIFFTAG_OSUBFILETYPE, &old_kind) && old_kind == OFILETYPE_REDUCEDIMAGE) return 1;
    return (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0;
}

int ctiff_reader_sample_range(ctiff_reader *reader, double *black, double *white) {
    int has_both = TIFFGetField(reader->file, TIFFTAG_SMINSAMPLEVALUE, black)
        && TIFFGetField(reader->file, TIFFTAG_SMAXSAMPLEVALUE, white);
    return has_both ? 0 : -1;
}

static int is_plain(TIFF *file, ctiff_shape *shape) {
    uint16_t bits, samples, planes, photometric, compression, sample_format, orientation, extra_count;
    uint16_t *extra;
    if (!TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric)) return 0;
    TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &planes);
    TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &sample_format);
    TIFFGetFieldDefaulted(file, TIFFTAG_ORIENTATION, &orientation);
    TIFFGetFieldDefaulted(file, TIFFTAG_EXTRASAMPLES, &extra_count, &extra);
    if (bits != 8 || sample_format != SAMPLEFORMAT_UINT || orientation != ORIENTATION_TOPLEFT || extra_count != 0)
        return 0;
    switch (compression) {
        case COMPRESSION_NONE:
        case COMPRESSION_LZW:
        case COMPRESSION_ADOBE_DEFLATE:
        case COMPRESSION_DEFLATE:
        case COMPRESSION_ZSTD:
        case COMPRESSION_PACKBITS: break;
        default: return 0;
    }
    shape->channels = samples;
    shape->is_compressed = compression != COMPRESSION_NONE;
    if (samples == 1) return photometric == PHOTOMETRIC_MINISBLACK;
    return samples == 3 && photometric == PHOTOMETRIC_RGB && planes == PLANARCONFIG_CONTIG;
}

int ctiff_reader_shape(ctiff_reader *reader, ctiff_shape *shape) {
    TIFF *file = reader->file;
    *shape = (ctiff_shape) { 0 };
    if (!is_plain(file, shape)) return -1;
    if (!TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &shape->width)) return -1;
    if (!TIFFGetField(file, TIFFTAG_IMAGELENGTH, &shape->height)) return -1;
    if (shape->width == 0 || shape->height == 0) return -1;
    shape->is_tiled = TIFFIsTiled(file);
    if (shape->is_tiled) {
        if (!TIFFGetField(file, TIFFTAG_TILEWIDTH, &shape->block_width)) return -1;
        if (!TIFFGetField(file, TIFFTAG_TILELENGTH, &shape->block_height)) return -1;
    } else {
        shape->block_width = shape->width;
        TIFFGetFieldDefaulted(file, TIFFTAG_ROWSPERSTRIP, &shape->block_height);
        if (shape->block_height > shape->height) shape->block_height = shape->height;
    }
    if (shape->block_width == 0 || shape->block_height == 0) return -1;
    shape->blocks_across = (shape->width - 1) / shape->block_width + 1;
    shape->blocks_down = (shape->height - 1) / shape->block_height + 1;
    uint64_t count = (uint64_t) shape->blocks_across * shape->blocks_down;
    return (shape->is_tiled ? TIFFNumberOfTiles(file) : TIFFNumberOfStrips(file)) == count ? 0 : -1;
}

int ctiff_reader_read(ctiff_reader *reader, const ctiff_shape *shape, uint32_t block, void *bytes, size_t byte_count) {
    tmsize_t wanted = (tmsize_t) byte_count;
    // For uncompressed pixels, libtiff reads from wherever the file specifies, even if there are no bytes.
    uint64_t stored = TIFFGetStrileByteCount(reader->file, block);
    if (stored < (shape->is_compressed ? 1 : byte_count)) {
        snprintf(reader->message, sizeof reader->message, "Block %u has %llu bytes", block, (unsigned long long) stored);
        return -1;
    }
    // libtiff may leave the rest of a damaged block unwritten.
    if (shape->is_compressed) memset(bytes, 0, byte_count);
    tmsize_t got = shape->is_tiled ? TIFFReadEncodedTile(reader->file, block, bytes, wanted)
                                   : TIFFReadEncodedStrip(reader->file, block, bytes, wanted);
    return got == wanted ? 0 : -1;
}

int ctiff_reader_bilevel(ctiff_reader *reader, ctiff_bilevel *picture) {
    TIFF *file = reader->file;
    uint16_t bits, samples, photometric, compression, extra_count;
    uint16_t *extra;
    *picture = (ctiff_bilevel) { 0 };
    if (TIFFIsTiled(file) || !TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric)) return -1;
    TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
    TIFFGetFieldDefaulted(file, TIFFTAG_EXTRASAMPLES, &extra_count, &extra);
    if (bits != 1 || samples != 1 || extra_count != 0) return -1;
    if (photometric != PHOTOMETRIC_MINISBLACK && photometric != PHOTOMETRIC_MINISWHITE) return -1;
    switch (compression) {
        case COMPRESSION_CCITTRLE:
        case COMPRESSION_CCITTRLEW:
        case COMPRESSION_CCITTFAX3:
        case COMPRESSION_CCITTFAX4: break;
        default: return -1;
    }
    if (!TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &picture->width)) return -1;
    if (!TIFFGetField(file, TIFFTAG_IMAGELENGTH, &picture->height)) return -1;
    picture->is_black_zero = photometric == PHOTOMETRIC_MINISBLACK;
    return picture->width > 0 && picture->height > 0 && TIFFScanlineSize64(file) == (picture->width - 1) / 8 + 1 ? 0 : -1;
}

int ctiff_reader_read_rows(ctiff_reader *reader, const ctiff_bilevel *picture, uint32_t count, uint8_t *bytes) {
    size_t byte_count = (picture->width - 1) / 8 + 1;
    const uint8_t one = picture->is_black_zero ? 255 : 0;
    if (reader->packed == NULL) reader->packed = malloc(byte_count);
    if (reader->packed == NULL) {
        snprintf(reader->message, sizeof reader->message, "There is not enough memory");
        return -1;
    }
    for (uint32_t done = 0; done < count; done++, reader->row++) {
        // After damage, libtiff may leave a row unwritten.
        memset(reader->packed, 0, byte_count);
        if (reader->row >= picture->height || TIFFReadScanline(reader->file, reader->packed, reader->row, 0) != 1) return -1;
        for (uint32_t x = 0; x < picture->width; x++) {
            *bytes++ = reader->packed[x / 8] >> (7 - x % 8) & 1 ? one : (uint8_t) ~one;
        }
    }
    return 0;
}

ctiff_kind ctiff_reader_kind(ctiff_reader *reader) {
    TIFF *file = reader->file;
    uint16_t bits = 1, samples = 1, compression = COMPRESSION_NONE, sample_format = SAMPLEFORMAT_UINT, photometric = 0;
    TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
    TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &sample_format);
    int has_colours = TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric);
    return (ctiff_kind) {
        .bits = bits, .samples = samples, .compression = compression, .sample_format = sample_format,
        .photometric = has_colours ? photometric : -1, .can_decompress = TIFFIsCODECConfigured(compression),
    };
}

const char *ctiff_reader_message(const ctiff_reader *reader) { return reader->message; }
