// The libvips calls that draw the sample manuscript. The rules of cvips.h apply.
//
// Functions only borrow the images passed to them: the caller must release them.

#ifndef CVIPS_DRAW_H
#define CVIPS_DRAW_H

#include <stddef.h>
#include <stdint.h>

typedef struct cvips_image cvips_image;

// Wraps pixels without a copy: the memory must outlive every image made from the result.
cvips_image *cvips_draw_bytes(const uint8_t *pixels, int width, int height);
cvips_image *cvips_draw_floats(const float *values, int width, int height);

// Noise: smooth, with a lattice of `cell_size` pixels and values within -1...1; and white.
cvips_image *cvips_draw_perlin(int width, int height, int cell_size, int seed);
cvips_image *cvips_draw_gaussnoise(int width, int height, double sigma, int seed);

cvips_image *cvips_draw_blur(cvips_image *image, double sigma);
// Enlarges by a factor and crops the result to a size.
cvips_image *cvips_draw_enlarge(cvips_image *image, double factor, int width, int height);

// Returns a part of the image, which must be within it.
cvips_image *cvips_draw_crop(cvips_image *image, int left, int top, int width, int height);

cvips_image *cvips_draw_add(cvips_image *a, cvips_image *b);
cvips_image *cvips_draw_multiply(cvips_image *a, cvips_image *b);
// Rounds to 8 bits, clipping values outside 0...255.
cvips_image *cvips_draw_to_bytes(cvips_image *image);
// Replaces every 8-bit value by its entry in a table of 256.
cvips_image *cvips_draw_lookup(cvips_image *image, const float *table);

// Writes an sRGB JPEG with halved chroma resolution and without metadata except the resolution.
int cvips_draw_save_jpeg(cvips_image *image, const char *path, int quality, double pixels_per_millimetre);

#endif
