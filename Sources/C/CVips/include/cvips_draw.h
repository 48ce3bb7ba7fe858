// The calls of libvips that draw the sample manuscript; the rules of cvips.h hold here too.
//
// Every image that a function takes is only borrowed: the caller releases it when it no longer needs it.

#ifndef CVIPS_DRAW_H
#define CVIPS_DRAW_H

#include <stddef.h>
#include <stdint.h>

typedef struct cvips_image cvips_image;

// Wraps pixels without a copy: the memory must outlive every image made from the result.
cvips_image *cvips_draw_bytes(const uint8_t *pixels, int width, int height);
cvips_image *cvips_draw_floats(const float *values, int width, int height);

// Noise: smooth, with a lattice of cellSize pixels and values within -1...1; and white.
cvips_image *cvips_draw_perlin(int width, int height, int cell_size, int seed);
cvips_image *cvips_draw_gaussnoise(int width, int height, double sigma, int seed);

cvips_image *cvips_draw_blur(cvips_image *image, double sigma);
// Enlarges by whole steps and cuts the result to a size.
cvips_image *cvips_draw_enlarge(cvips_image *image, double factor, int width, int height);

// A part of the image, which must lie within it.
cvips_image *cvips_draw_crop(cvips_image *image, int left, int top, int width, int height);

cvips_image *cvips_draw_add(cvips_image *a, cvips_image *b);
cvips_image *cvips_draw_multiply(cvips_image *a, cvips_image *b);
// Rounds to 8 bits; what lies outside 0...255 is clipped.
cvips_image *cvips_draw_to_bytes(cvips_image *image);
// Looks every 8-bit value up in a table of 256.
cvips_image *cvips_draw_lookup(cvips_image *image, const float *table);

// Calls `report` with 0...100 while the image's pixels are being made.
void cvips_draw_watch(cvips_image *image, void (*report)(void *context, int percent), void *context);
// Writes an sRGB JPEG without metadata but the resolution; `fine_colour` keeps chroma at full resolution.
int cvips_draw_save_jpeg(
    cvips_image *image, const char *path, int quality, int fine_colour, double pixels_per_millimetre);

#endif
