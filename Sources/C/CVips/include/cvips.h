// libvips behind functions of fixed arity.
//
// Swift cannot call variadic C, and most of libvips is variadic: each function here makes one call, and decides
// nothing. A function that returns an image hands over one reference, or NULL; one that returns int gives 0 for
// success; after a failure cvips_error() has libvips' own words. Errors are kept per process by libvips: cvips_calls.h says
// how a caller knows which of them are its own.

#ifndef CVIPS_H
#define CVIPS_H

#include <stddef.h>
#include <stdint.h>

typedef struct cvips_image cvips_image;
typedef struct cvips_source cvips_source;

// Loads libvips and starts it. It may be called again, and comes before all else but the version and the errors.
int cvips_init(const char *program_name);
const char *cvips_version(void);
const char *cvips_error(void);
void cvips_clear_error(void);
void cvips_set_concurrency(int threads);
void cvips_set_operation_cache(int operations);
void cvips_free(void *bytes);

// The words of the errors so far, which are cleared; to be freed with cvips_free().
char *cvips_take_error(void);
// Whether libvips has an operation of this name.
int cvips_has_operation(const char *nickname);
// Blocks the operations that libvips marks as not to be trusted with strangers' files; and blocks or unblocks a class of
// operations, such as "VipsForeignLoadPpm", with all under it.
void cvips_block_untrusted(void);
void cvips_block(const char *class_name, int blocks);

// Sources and images are counted references; each of these gives one back.
void cvips_source_unref(cvips_source *source);
void cvips_image_unref(cvips_image *image);

// Reading. A loader is named by its nickname; its image has read the header only.
cvips_source *cvips_source_new_from_file(const char *path);
// Bytes that must outlive the source and all that is made of it.
cvips_source *cvips_source_new_from_memory(const void *bytes, size_t count);
cvips_image *cvips_image_load_source(const char *loader, cvips_source *source, int sequential);
// The same for one of several pages, from 0, or the one that the loader takes for the main one below 0; and for a format
// without pixels at so many dots per inch, or, with 0, for one that has them.
cvips_image *cvips_image_load_page(const char *loader, cvips_source *source, int sequential, int page, double dpi);
cvips_image *cvips_image_load_buffer(const char *loader, const void *bytes, size_t count);
// Pixels in memory that must outlive the image: rows of `bands` interleaved bytes.
cvips_image *cvips_image_new_from_memory(const void *bytes, size_t count, int width, int height, int bands);

// The header.
int cvips_image_width(cvips_image *image);
int cvips_image_height(cvips_image *image);
int cvips_image_bands(cvips_image *image);
int cvips_image_has_alpha(cvips_image *image);
int cvips_image_orientation(cvips_image *image);
// The formats and interpretations that the callers tell apart, as libvips numbers them.
int cvips_image_format(cvips_image *image);
int cvips_image_guess_interpretation(cvips_image *image);
extern const int cvips_format_uchar, cvips_format_ushort, cvips_format_uint, cvips_format_float, cvips_format_double;
extern const int cvips_interpretation_bw, cvips_interpretation_srgb, cvips_interpretation_scrgb;
extern const int cvips_interpretation_cmyk;
extern const int cvips_interpretation_rgb16, cvips_interpretation_grey16, cvips_interpretation_multiband;
extern const int cvips_interpretation_rgb, cvips_interpretation_xyz;
// CIELAB in floating point, and the two encodings of it that a TIFF is read into.
extern const int cvips_interpretation_lab, cvips_interpretation_labq, cvips_interpretation_labs;
extern const int cvips_intent_perceptual, cvips_intent_relative, cvips_intent_saturation;
size_t cvips_format_size(int format);
int cvips_format_is_complex(int format);
int cvips_format_is_floating(int format);
// Metadata: whether there is a field; an integer field, or `otherwise`; setting one; removing one.
int cvips_image_has_field(cvips_image *image, const char *name);
int cvips_image_get_int(cvips_image *image, const char *name, int otherwise);
void cvips_image_set_int(cvips_image *image, const char *name, int value);
void cvips_image_set_blob(cvips_image *image, const char *name, const void *bytes, size_t count);
void cvips_image_remove_field(cvips_image *image, const char *name);
// The bytes of a field, which are the image's own and there as long as it is; NULL where there is no such field, or it is
// none of bytes.
const void *cvips_image_blob(cvips_image *image, const char *name, size_t *count);

// Operations; each gives a new image.
cvips_image *cvips_copy(cvips_image *in);
cvips_image *cvips_copy_memory(cvips_image *in);
cvips_image *cvips_copy_interpretation(cvips_image *in, int interpretation);
// The same bytes as samples of another format of the same size.
cvips_image *cvips_copy_format(cvips_image *in, int format);
cvips_image *cvips_extract_bands(cvips_image *in, int first, int count);
cvips_image *cvips_bandjoin(cvips_image *first, cvips_image *second);
cvips_image *cvips_cast(cvips_image *in, int format);
cvips_image *cvips_cast_shift(cvips_image *in, int format);
cvips_image *cvips_linear(cvips_image *in, double factor, double offset);
// The same with a factor and an offset for each of `count` bands; an image of one band becomes one of so many.
cvips_image *cvips_linear_bands(cvips_image *in, const double *factors, const double *offsets, int count);
// Three bands, each from all three by a row of the matrix.
cvips_image *cvips_recombine(cvips_image *in, const double matrix[9]);
cvips_image *cvips_colourspace(cvips_image *in, int space, int source_space);
// CIELAB in floating point to XYZ, both relative to this white.
cvips_image *cvips_lab_to_xyz(cvips_image *in, double white_x, double white_y, double white_z);
// From the profile in the image, where libvips can use it for this rendering intent, else from the fallback, else from its
// own for such images; 8 bits a channel. It warns of a profile that it leaves aside, and does not fail.
cvips_image *cvips_icc_transform(
    cvips_image *in, const char *output_profile, const char *fallback_profile, int intent);
cvips_image *cvips_flatten(cvips_image *in, double red, double green, double blue);
cvips_image *cvips_autorot(cvips_image *in);
// Output pixel 0 lies `shift` pixels to the left of and above input pixel 0, in pixels of the output.
cvips_image *cvips_enlarge_cubic(cvips_image *in, double factor, double shift);
// Takes each pixel from its place in an image, by Catmull-Rom's cubic. The index holds that place, right and down, where the
// centres of pixels are at whole numbers; it must outlive the result. The edges of the image are repeated for a pixel.
cvips_image *cvips_mapim_cubic(cvips_image *in, const float *index, int width, int height);
// Fewer pixels, by these factors of at least 1, with the kernel lanczos3: what tests hold our own against.
cvips_image *cvips_reduce_lanczos3(cvips_image *in, double across, double down);

// Writing. The suffix holds the options of the saver, as in ".jpg[Q=85]".
int cvips_image_write_to_buffer(cvips_image *image, const char *suffix, void **bytes, size_t *count);
int cvips_image_write_to_file(cvips_image *image, const char *path);
// All pixels, band-interleaved, to be freed with cvips_free().
void *cvips_image_write_to_memory(cvips_image *image, size_t *count);
// Bytes without a header, from a file.
cvips_image *cvips_rawload(const char *path, int width, int height, int bands, int interpretation);
// A Deep Zoom pyramid without overlap, down to one pixel, in an SZI archive written to an open file: the reference that
// tests hold our own against.
int cvips_dzsave(cvips_image *image, int descriptor, const char *name, const char *suffix, int tile_size);

// Watches the evaluation of an image: the function is told the pixels done and the pixels in all, from whichever
// thread computes, and the evaluation fails soon after it returns other than 0.
typedef int (*cvips_watch)(void *context, int64_t done, int64_t total);
unsigned long cvips_image_watch(cvips_image *image, cvips_watch watch, void *context);
void cvips_image_unwatch(cvips_image *image, unsigned long handler);

#endif
