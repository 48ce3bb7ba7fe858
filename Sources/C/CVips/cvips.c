#include "cvips.h"

#include "cvips_library.h"

#define IMAGE(pointer) ((VipsImage *) (pointer))
#define RESULT(failed, out) ((failed) ? NULL : (cvips_image *) (out))

const int cvips_format_uchar = VIPS_FORMAT_UCHAR;
const int cvips_format_ushort = VIPS_FORMAT_USHORT;
const int cvips_format_uint = VIPS_FORMAT_UINT;
const int cvips_format_float = VIPS_FORMAT_FLOAT;
const int cvips_format_double = VIPS_FORMAT_DOUBLE;
const int cvips_interpretation_bw = VIPS_INTERPRETATION_B_W;
const int cvips_interpretation_srgb = VIPS_INTERPRETATION_sRGB;
const int cvips_interpretation_scrgb = VIPS_INTERPRETATION_scRGB;
const int cvips_interpretation_cmyk = VIPS_INTERPRETATION_CMYK;
const int cvips_interpretation_rgb16 = VIPS_INTERPRETATION_RGB16;
const int cvips_interpretation_grey16 = VIPS_INTERPRETATION_GREY16;
const int cvips_interpretation_multiband = VIPS_INTERPRETATION_MULTIBAND;
const int cvips_interpretation_rgb = VIPS_INTERPRETATION_RGB;
const int cvips_interpretation_xyz = VIPS_INTERPRETATION_XYZ;
const int cvips_interpretation_lab = VIPS_INTERPRETATION_LAB;
const int cvips_interpretation_labq = VIPS_INTERPRETATION_LABQ;
const int cvips_interpretation_labs = VIPS_INTERPRETATION_LABS;
const int cvips_intent_perceptual = VIPS_INTENT_PERCEPTUAL;
const int cvips_intent_relative = VIPS_INTENT_RELATIVE;
const int cvips_intent_saturation = VIPS_INTENT_SATURATION;

int cvips_init(const char *program_name) { return cvips_library_load() == NULL ? vips_init(program_name) : -1; }
const char *cvips_version(void) { return cvips_library_load() == NULL ? vips_version_string() : "(none)"; }

const char *cvips_error(void) {
    const char *failure = cvips_library_load();
    return failure == NULL ? vips_error_buffer() : failure;
}

void cvips_clear_error(void) {
    if (cvips_library_load() == NULL) vips_error_clear();
}

char *cvips_take_error(void) {
    const char *failure = cvips_library_load();
    return failure == NULL ? vips_error_buffer_copy() : g_strdup(failure);
}

void cvips_set_concurrency(int threads) { vips_concurrency_set(threads); }
void cvips_set_operation_cache(int operations) { vips_cache_set_max(operations); }
void cvips_free(void *bytes) { g_free(bytes); }

int cvips_has_operation(const char *nickname) { return vips_type_find("VipsOperation", nickname) != 0; }

void cvips_block_untrusted(void) { vips_block_untrusted_set(TRUE); }
void cvips_block(const char *class_name, int blocks) { vips_operation_block_set(class_name, blocks); }

void cvips_source_unref(cvips_source *source) { g_object_unref(source); }
void cvips_image_unref(cvips_image *image) { g_object_unref(image); }

cvips_source *cvips_source_new_from_file(const char *path) {
    return (cvips_source *) vips_source_new_from_file(path);
}

cvips_source *cvips_source_new_from_memory(const void *bytes, size_t count) {
    return (cvips_source *) vips_source_new_from_memory(bytes, count);
}

cvips_image *cvips_image_load_page(const char *loader, cvips_source *source, int sequential, int page, double dpi) {
    VipsImage *out = NULL;
    VipsAccess access = sequential ? VIPS_ACCESS_SEQUENTIAL : VIPS_ACCESS_RANDOM;
    int first = page < 0 ? 0 : page;
    int failed = dpi > 0
        ? vips_call(
              loader, source, &out, "access", access, "fail_on", VIPS_FAIL_ON_ERROR, "page", first, "dpi", dpi, NULL)
        : page < 0
        ? vips_call(loader, source, &out, "access", access, "fail_on", VIPS_FAIL_ON_ERROR, NULL)
        : vips_call(loader, source, &out, "access", access, "fail_on", VIPS_FAIL_ON_ERROR, "page", first, NULL);
    return RESULT(failed, out);
}

cvips_image *cvips_image_load_buffer(const char *loader, const void *bytes, size_t count) {
    // libvips neither frees nor modifies a blob created without a free function.
    VipsBlob *blob = vips_blob_new(NULL, bytes, count);
    VipsImage *out = NULL;
    int failed = vips_call(loader, blob, &out, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
    vips_area_unref(VIPS_AREA(blob));
    return RESULT(failed, out);
}

cvips_image *cvips_image_new_from_memory(const void *bytes, size_t count, int width, int height, int bands) {
    return (cvips_image *) vips_image_new_from_memory(bytes, count, width, height, bands, VIPS_FORMAT_UCHAR);
}

int cvips_image_width(cvips_image *image) { return vips_image_get_width(IMAGE(image)); }
int cvips_image_height(cvips_image *image) { return vips_image_get_height(IMAGE(image)); }
int cvips_image_bands(cvips_image *image) { return vips_image_get_bands(IMAGE(image)); }
int cvips_image_has_alpha(cvips_image *image) { return vips_image_hasalpha(IMAGE(image)); }
int cvips_image_orientation(cvips_image *image) { return vips_image_get_orientation(IMAGE(image)); }
int cvips_image_format(cvips_image *image) { return vips_image_get_format(IMAGE(image)); }
int cvips_image_guess_interpretation(cvips_image *image) { return vips_image_guess_interpretation(IMAGE(image)); }
size_t cvips_format_size(int format) { return (size_t) vips_format_sizeof((VipsBandFormat) format); }

int cvips_format_is_complex(int format) {
    return format == VIPS_FORMAT_COMPLEX || format == VIPS_FORMAT_DPCOMPLEX;
}

int cvips_format_is_floating(int format) { return format == VIPS_FORMAT_FLOAT || format == VIPS_FORMAT_DOUBLE; }

int cvips_image_has_field(cvips_image *image, const char *name) {
    return vips_image_get_typeof(IMAGE(image), name) != 0;
}

int cvips_image_get_int(cvips_image *image, const char *name, int otherwise) {
    int value = otherwise;
    if (vips_image_get_typeof(IMAGE(image), name) != G_TYPE_INT) return otherwise;
    return vips_image_get_int(IMAGE(image), name, &value) ? otherwise : value;
}

void cvips_image_set_int(cvips_image *image, const char *name, int value) {
    vips_image_set_int(IMAGE(image), name, value);
}

void cvips_image_set_blob(cvips_image *image, const char *name, const void *bytes, size_t count) {
    vips_image_set_blob_copy(IMAGE(image), name, bytes, count);
}

const void *cvips_image_blob(cvips_image *image, const char *name, size_t *count) {
    const void *bytes = NULL;
    *count = 0;
    if (vips_image_get_typeof(IMAGE(image), name) != VIPS_TYPE_BLOB) return NULL;
    return vips_image_get_blob(IMAGE(image), name, &bytes, count) ? NULL : bytes;
}

void cvips_image_remove_field(cvips_image *image, const char *name) { vips_image_remove(IMAGE(image), name); }

cvips_image *cvips_copy(cvips_image *in) {
    VipsImage *out = NULL;
    return RESULT(vips_copy(IMAGE(in), &out, NULL), out);
}

cvips_image *cvips_copy_memory(cvips_image *in) { return (cvips_image *) vips_image_copy_memory(IMAGE(in)); }

cvips_image *cvips_copy_interpretation(cvips_image *in, int interpretation) {
    VipsImage *out = NULL;
    return RESULT(vips_copy(IMAGE(in), &out, "interpretation", interpretation, NULL), out);
}

cvips_image *cvips_copy_format(cvips_image *in, int format) {
    VipsImage *out = NULL;
    return RESULT(vips_copy(IMAGE(in), &out, "format", format, NULL), out);
}

cvips_image *cvips_extract_bands(cvips_image *in, int first, int count) {
    VipsImage *out = NULL;
    return RESULT(vips_extract_band(IMAGE(in), &out, first, "n", count, NULL), out);
}

cvips_image *cvips_bandjoin(cvips_image *first, cvips_image *second) {
    VipsImage *out = NULL;
    return RESULT(vips_bandjoin2(IMAGE(first), IMAGE(second), &out, NULL), out);
}

cvips_image *cvips_cast(cvips_image *in, int format) {
    VipsImage *out = NULL;
    return RESULT(vips_cast(IMAGE(in), &out, (VipsBandFormat) format, NULL), out);
}

cvips_image *cvips_cast_shift(cvips_image *in, int format) {
    VipsImage *out = NULL;
    return RESULT(vips_cast(IMAGE(in), &out, (VipsBandFormat) format, "shift", TRUE, NULL), out);
}

cvips_image *cvips_linear(cvips_image *in, double factor, double offset) {
    VipsImage *out = NULL;
    return RESULT(vips_linear1(IMAGE(in), &out, factor, offset, NULL), out);
}

cvips_image *cvips_linear_bands(cvips_image *in, const double *factors, const double *offsets, int count) {
    VipsImage *out = NULL;
    return RESULT(vips_linear(IMAGE(in), &out, factors, offsets, count, NULL), out);
}

cvips_image *cvips_recombine(cvips_image *in, const double matrix[9]) {
    VipsImage *out = NULL;
    VipsImage *rows = vips_image_new_matrix_from_array(3, 3, matrix, 9);
    if (rows == NULL) return NULL;
    int failed = vips_recomb(IMAGE(in), &out, rows, NULL);
    g_object_unref(rows);
    return RESULT(failed, out);
}

cvips_image *cvips_lab_to_xyz(cvips_image *in, double white_x, double white_y, double white_z) {
    VipsImage *out = NULL;
    VipsArrayDouble *white = vips_array_double_newv(3, white_x, white_y, white_z);
    int failed = vips_Lab2XYZ(IMAGE(in), &out, "temp", white, NULL);
    vips_area_unref(VIPS_AREA(white));
    return RESULT(failed, out);
}

cvips_image *cvips_colourspace(cvips_image *in, int space, int source_space) {
    VipsImage *out = NULL;
    int failed = vips_colourspace(
        IMAGE(in), &out, (VipsInterpretation) space, "source_space", (VipsInterpretation) source_space, NULL);
    return RESULT(failed, out);
}

cvips_image *cvips_icc_transform(
    cvips_image *in, const char *output_profile, const char *fallback_profile, int intent) {
    VipsImage *out = NULL;
    VipsIntent wanted = (VipsIntent) intent;
    int failed = fallback_profile == NULL
        ? vips_icc_transform(IMAGE(in), &out, output_profile, "embedded", TRUE, "intent", wanted, "depth", 8, NULL)
        : vips_icc_transform(
              IMAGE(in), &out, output_profile, "embedded", TRUE, "input_profile", fallback_profile, "intent", wanted,
              "depth", 8, NULL);
    return RESULT(failed, out);
}

cvips_image *cvips_flatten(cvips_image *in, double red, double green, double blue) {
    VipsImage *out = NULL;
    VipsArrayDouble *background = vips_array_double_newv(3, red, green, blue);
    int failed = vips_flatten(IMAGE(in), &out, "background", background, NULL);
    vips_area_unref(VIPS_AREA(background));
    return RESULT(failed, out);
}

cvips_image *cvips_autorot(cvips_image *in) {
    VipsImage *out = NULL;
    return RESULT(vips_autorot(IMAGE(in), &out, NULL), out);
}

cvips_image *cvips_enlarge_cubic(cvips_image *in, double factor, double shift) {
    VipsImage *out = NULL;
    VipsInterpolate *cubic = vips_interpolate_new("bicubic");
    int failed = vips_affine(
        IMAGE(in), &out, factor, 0, 0, factor, "interpolate", cubic, "odx", shift, "ody", shift, "extend",
        VIPS_EXTEND_COPY, NULL);
    g_object_unref(cubic);
    return RESULT(failed, out);
}

cvips_image *cvips_mapim_cubic(cvips_image *in, const float *index, int width, int height) {
    size_t byte_count = (size_t) width * (size_t) height * 2 * sizeof *index;
    VipsImage *out = NULL;
    VipsImage *places = vips_image_new_from_memory(index, byte_count, width, height, 2, VIPS_FORMAT_FLOAT);
    if (places == NULL) return NULL;
    VipsInterpolate *cubic = vips_interpolate_new("bicubic");
    int failed = vips_mapim(IMAGE(in), &out, places, "interpolate", cubic, "extend", VIPS_EXTEND_COPY, NULL);
    g_object_unref(cubic);
    g_object_unref(places);
    return RESULT(failed, out);
}

cvips_image *cvips_reduce_lanczos3(cvips_image *in, double across, double down) {
    VipsImage *out = NULL;
    return RESULT(vips_reduce(IMAGE(in), &out, across, down, "kernel", VIPS_KERNEL_LANCZOS3, NULL), out);
}

int cvips_image_write_to_buffer(cvips_image *image, const char *suffix, void **bytes, size_t *count) {
    return vips_image_write_to_buffer(IMAGE(image), suffix, bytes, count, NULL);
}

int cvips_image_write_to_file(cvips_image *image, const char *path) {
    return vips_image_write_to_file(IMAGE(image), path, NULL);
}

void *cvips_image_write_to_memory(cvips_image *image, size_t *count) {
    return vips_image_write_to_memory(IMAGE(image), count);
}

cvips_image *cvips_rawload(const char *path, int width, int height, int bands, int interpretation) {
    VipsImage *out = NULL;
    int failed = vips_rawload(
        path, &out, width, height, bands, "format", VIPS_FORMAT_UCHAR, "interpretation", interpretation, NULL);
    return RESULT(failed, out);
}

int cvips_dzsave(cvips_image *image, int descriptor, const char *name, const char *suffix, int tile_size) {
    VipsTarget *target = vips_target_new_to_descriptor(descriptor);
    if (target == NULL) return -1;
    int failed = vips_dzsave_target(
        IMAGE(image), target, "basename", name, "suffix", suffix, "tile_size", tile_size, "overlap", 0, "depth",
        VIPS_FOREIGN_DZ_DEPTH_ONEPIXEL, "container", VIPS_FOREIGN_DZ_CONTAINER_SZI, "compression", 0, "skip_blanks", -1,
        "region_shrink", VIPS_REGION_SHRINK_MEAN, NULL);
    g_object_unref(target);
    return failed;
}
