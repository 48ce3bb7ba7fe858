#include "cvips_strip.h"

#include "cvips_library.h"

struct cvips_strip_reader {
    VipsImage *image;
    VipsRegion *region;
};

cvips_strip_reader *cvips_strip_reader_new(cvips_image *image) {
    VipsRegion *region = vips_region_new((VipsImage *) image);
    if (region == NULL) return NULL;
    cvips_strip_reader *reader = g_new(cvips_strip_reader, 1);
    *reader = (cvips_strip_reader) { .image = (VipsImage *) image, .region = region };
    g_object_ref(reader->image);
    return reader;
}

void cvips_strip_reader_free(cvips_strip_reader *reader) {
    if (reader == NULL) return;
    g_object_unref(reader->region);
    g_object_unref(reader->image);
    g_free(reader);
}

int cvips_strip_reader_read(cvips_strip_reader *reader, int top, int count, void *rows) {
    int width = vips_image_get_width(reader->image);
    int bands = vips_image_get_bands(reader->image);
    VipsBandFormat format = vips_image_get_format(reader->image);
    size_t byte_count = VIPS_IMAGE_SIZEOF_LINE(reader->image) * (size_t) count;
    VipsImage *target = vips_image_new_from_memory(rows, byte_count, width, count, bands, format);
    if (target == NULL) return -1;
    VipsRegion *target_region = vips_region_new(target);
    VipsRect all = { 0, 0, width, count };
    VipsRect wanted = { 0, top, width, count };
    int failed = target_region == NULL || vips_region_image(target_region, &all)
        || vips_region_prepare_to(reader->region, target_region, &wanted, 0, 0);
    if (target_region != NULL) g_object_unref(target_region);
    g_object_unref(target);
    return failed ? -1 : 0;
}

void cvips_thread_end(void) { vips_thread_shutdown(); }
