// libvips behind functions of fixed arity.
//
// Swift cannot call variadic C, and most of libvips is variadic. Each function here makes one call, without policy. A
// function that returns an image transfers one reference, or returns NULL on failure; one that returns int returns 0
// for success. After a failure cvips_error() returns libvips' message. libvips keeps errors per process: cvips_calls.h
// describes how a caller knows which are its own.

#ifndef CVIPS_H
#define CVIPS_H

#include <stddef.h>
#include <stdint.h>

typedef struct cvips_image cvips_image;
typedef struct cvips_source cvips_source;

// Loads and starts libvips. It can be called repeatedly, and must precede everything except the version and error
// functions.
int cvips_init(const char *program_name);
const char *cvips_version(void);
const char *cvips_error(void);
void cvips_clear_error(void);
void cvips_set_concurrency(int threads);
void cvips_set_operation_cache(int operations);
void cvips_free(void *bytes);

// Returns and clears the error messages so far. Free the result with cvips_free().
char *cvips_take_error(void);
// Returns whether libvips has an operation of this name.
int cvips_has_operation(const char *nickname);
// The first function blocks the operations that libvips marks as untrusted. The second blocks or unblocks a class of
// operations, such as "VipsForeignLoadPpm", with all its subclasses.
void cvips_block_untrusted(void);
void cvips_block(const char *class_name, int blocks);

// Sources and images are reference-counted. Each of these functions releases one reference.
void cvips_source_unref(cvips_source *source);
void cvips_image_unref(cvips_image *image);

// Reading. A loader is specified by its nickname. Only the header has been read when an image is returned.
cvips_source *cvips_source_new_from_file(const char *path);
// The bytes must outlive the source and everything created from it.
cvips_source *cvips_source_new_from_memory(const void *bytes, size_t count);
// Loads one of several pages, from 0, or the loader's main page if negative. `dpi` is the resolution for a format
// without pixels, or 0 for one that has them.
cvips_image *cvips_image_load_page(const char *loader, cvips_source *source, int sequential, int page, double dpi);
cvips_image *cvips_image_load_buffer(const char *loader, const void *bytes, size_t count);
// Wraps pixels in memory that must outlive the image: rows of `bands` interleaved bytes.
cvips_image *cvips_image_new_from_memory(const void *bytes, size_t count, int width, int height, int bands);

// The header.
int cvips_image_width(cvips_image *image);
int cvips_image_height(cvips_image *image);
int cvips_image_bands(cvips_image *image);
int cvips_image_has_alpha(cvips_image *image);
int cvips_image_orientation(cvips_image *image);
// The formats and interpretations that callers need to distinguish, as libvips' numbers.
int cvips_image_format(cvips_image *image);
int cvips_image_guess_interpretation(cvips_image *image);
extern const int cvips_format_uchar, cvips_format_ushort, cvips_format_uint, cvips_format_float, cvips_format_double;
extern const int cvips_interpretation_bw, cvips_interpretation_srgb, cvips_interpretation_scrgb;
extern const int cvips_interpretation_cmyk;
extern const int cvips_interpretation_rgb16, cvips_interpretation_grey16, cvips_interpretation_multiband;
extern const int cvips_interpretation_rgb, cvips_interpretation_xyz;
// CIELAB in floating point, and the two encodings of it that the TIFF loader produces.
extern const int cvips_interpretation_lab, cvips_interpretation_labq, cvips_interpretation_labs;
extern const int cvips_intent_perceptual, cvips_intent_relative, cvips_intent_saturation;
size_t cvips_format_size(int format);
int cvips_format_is_complex(int format);
int cvips_format_is_floating(int format);
// Metadata: test for a field, get an integer field or `otherwise`, set a field, remove a field.
int cvips_image_has_field(cvips_image *image, const char *name);
int cvips_image_get_int(cvips_image *image, const char *name, int otherwise);
void cvips_image_set_int(cvips_image *image, const char *name, int value);
void cvips_image_set_blob(cvips_image *image, const char *name, const void *bytes, size_t count);
void cvips_image_remove_field(cvips_image *image, const char *name);
// Returns the bytes of a field, which belong to the image and live as long as it does; NULL if the field does not exist
// or is not a blob.
const void *cvips_image_blob(cvips_image *image, const char *name, size_t *count);

// Operations. Each returns a new image.
cvips_image *cvips_copy(cvips_image *in);
cvips_image *cvips_copy_memory(cvips_image *in);
cvips_image *cvips_copy_interpretation(cvips_image *in, int interpretation);
// Reinterprets the bytes as samples of another format of the same size.
cvips_image *cvips_copy_format(cvips_image *in, int format);
cvips_image *cvips_extract_bands(cvips_image *in, int first, int count);
cvips_image *cvips_bandjoin(cvips_image *first, cvips_image *second);
cvips_image *cvips_cast(cvips_image *in, int format);
cvips_image *cvips_cast_shift(cvips_image *in, int format);
cvips_image *cvips_linear(cvips_image *in, double factor, double offset);
// The same with a factor and an offset for each of `count` bands. An image of one band becomes one of `count` bands.
cvips_image *cvips_linear_bands(cvips_image *in, const double *factors, const double *offsets, int count);
// Returns three bands, each a combination of all three by a row of the matrix.
cvips_image *cvips_recombine(cvips_image *in, const double matrix[9]);
cvips_image *cvips_colourspace(cvips_image *in, int space, int source_space);
// Converts CIELAB in floating point to XYZ, both relative to this white point.
cvips_image *cvips_lab_to_xyz(cvips_image *in, double white_x, double white_y, double white_z);
// Converts from the image's embedded profile if libvips can use it for this rendering intent, else from the fallback,
// else from libvips' default for such images, to 8 bits per channel. An ignored profile causes a warning, not a
// failure.
cvips_image *cvips_icc_transform(
    cvips_image *in, const char *output_profile, const char *fallback_profile, int intent);
cvips_image *cvips_flatten(cvips_image *in, double red, double green, double blue);
cvips_image *cvips_autorot(cvips_image *in);
// Output pixel 0 is `shift` output pixels to the left of and above input pixel 0.
cvips_image *cvips_enlarge_cubic(cvips_image *in, double factor, double shift);
// Resamples an image with the Catmull-Rom cubic. The index contains the position of each output pixel in the input, as
// x and y with pixel centres at integers; it must outlive the result. The edges of the image are repeated for one
// pixel.
cvips_image *cvips_mapim_cubic(cvips_image *in, const float *index, int width, int height);
// Reduces by these factors, at least 1, with the lanczos3 kernel. Tests compare our own resampling with this.
cvips_image *cvips_reduce_lanczos3(cvips_image *in, double across, double down);

// Writing. The suffix includes the saver's options, as in ".jpg[Q=85]".
int cvips_image_write_to_buffer(cvips_image *image, const char *suffix, void **bytes, size_t *count);
int cvips_image_write_to_file(cvips_image *image, const char *path);
// Returns all pixels, band-interleaved. Free the result with cvips_free().
void *cvips_image_write_to_memory(cvips_image *image, size_t *count);
// Reads raw pixels without a header from a file.
cvips_image *cvips_rawload(const char *path, int width, int height, int bands, int interpretation);
// Writes a Deep Zoom pyramid without overlap, down to one pixel, as an SZI archive to an open file. Tests compare our
// own pyramids with this.
int cvips_dzsave(cvips_image *image, int descriptor, const char *name, const char *suffix, int tile_size);

#endif
