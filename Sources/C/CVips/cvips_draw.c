#include "cvips_draw.h"

#include "cvips_library.h"

static VipsImage *vips(cvips_image *image) { return (VipsImage *) image; }

// libvips leaves `out` undefined when a call fails, so each result passes through here.
static cvips_image *made(int status, VipsImage *out) { return status == 0 ? (cvips_image *) out : NULL; }

cvips_image *cvips_draw_bytes(const uint8_t *pixels, int width, int height) {
    return (cvips_image *) vips_image_new_from_memory(
        pixels, (size_t) width * (size_t) height, width, height, 1, VIPS_FORMAT_UCHAR);
}

cvips_image *cvips_draw_floats(const float *values, int width, int height) {
    return (cvips_image *) vips_image_new_from_memory(
        values, (size_t) width * (size_t) height * sizeof(float), width, height, 1, VIPS_FORMAT_FLOAT);
}

cvips_image *cvips_draw_perlin(int width, int height, int cell_size, int seed) {
    VipsImage *out = NULL;
    return made(vips_perlin(&out, width, height, "cell_size", cell_size, "seed", seed, NULL), out);
}

cvips_image *cvips_draw_gaussnoise(int width, int height, double sigma, int seed) {
    VipsImage *out = NULL;
    return made(vips_gaussnoise(&out, width, height, "mean", 0.0, "sigma", sigma, "seed", seed, NULL), out);
}

cvips_image *cvips_draw_blur(cvips_image *image, double sigma) {
    VipsImage *out = NULL;
    return made(vips_gaussblur(vips(image), &out, sigma, "precision", VIPS_PRECISION_FLOAT, NULL), out);
}

cvips_image *cvips_draw_enlarge(cvips_image *image, double factor, int width, int height) {
    VipsImage *large = NULL;
    VipsImage *out = NULL;
    if (vips_resize(vips(image), &large, factor, "kernel", VIPS_KERNEL_CUBIC, NULL)) return NULL;
    int status = vips_extract_area(large, &out, 0, 0, width, height, NULL);
    g_object_unref(large);
    return made(status, out);
}

cvips_image *cvips_draw_crop(cvips_image *image, int left, int top, int width, int height) {
    VipsImage *out = NULL;
    return made(vips_extract_area(vips(image), &out, left, top, width, height, NULL), out);
}

cvips_image *cvips_draw_add(cvips_image *a, cvips_image *b) {
    VipsImage *out = NULL;
    return made(vips_add(vips(a), vips(b), &out, NULL), out);
}

cvips_image *cvips_draw_multiply(cvips_image *a, cvips_image *b) {
    VipsImage *out = NULL;
    return made(vips_multiply(vips(a), vips(b), &out, NULL), out);
}

cvips_image *cvips_draw_to_bytes(cvips_image *image) {
    VipsImage *rounded = NULL;
    VipsImage *out = NULL;
    if (vips_rint(vips(image), &rounded, NULL)) return NULL;
    int status = vips_cast(rounded, &out, VIPS_FORMAT_UCHAR, NULL);
    g_object_unref(rounded);
    return made(status, out);
}

cvips_image *cvips_draw_lookup(cvips_image *image, const float *table) {
    VipsImage *lut = vips_image_new_from_memory_copy(table, 256 * sizeof(float), 256, 1, 1, VIPS_FORMAT_FLOAT);
    if (lut == NULL) return NULL;
    VipsImage *out = NULL;
    int status = vips_maplut(vips(image), &out, lut, NULL);
    g_object_unref(lut);
    return made(status, out);
}

int cvips_draw_save_jpeg(cvips_image *image, const char *path, int quality, double pixels_per_millimetre) {
    VipsImage *srgb = NULL;
    if (vips_copy(vips(image), &srgb, "interpretation", VIPS_INTERPRETATION_sRGB, "xres", pixels_per_millimetre,
                  "yres", pixels_per_millimetre, NULL))
        return -1;
    int status = vips_jpegsave(srgb, path, "Q", quality, "subsample_mode", VIPS_FOREIGN_SUBSAMPLE_ON,
                               "optimize_coding", TRUE, "strip", TRUE, NULL);
    g_object_unref(srgb);
    return status;
}
