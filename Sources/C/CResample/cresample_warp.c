#include "cresample.h"

#include <math.h>

// Computes the Catmull-Rom weights of the four samples around a point at distance `f` after the second.
static void cubic(double f, double *weights) {
    weights[0] = f * (-0.5 + f * (1 - 0.5 * f));
    weights[1] = 1 + f * f * (-2.5 + 1.5 * f);
    weights[2] = f * (0.5 + f * (2 - 1.5 * f));
    weights[3] = f * f * (-0.5 + 0.5 * f);
}

static double within(double value, double low, double high) { return value < low ? low : value > high ? high : value; }

static uint8_t rounded(double value) { return (uint8_t) within(value + 0.5, 0, 255); }

static size_t clamped(long long position, size_t count) {
    return position < 0 ? 0 : (size_t) position < count ? (size_t) position : count - 1;
}

void cresample_warp_row(
    const cresample_picture *in, int channels, const double *matrix, size_t row, size_t count, uint8_t *out) {
    double down = (double) row + 0.5;
    double width = (double) in->width, height = (double) in->height;
    for (size_t column = 0; column < count; column++, out += channels + 1) {
        double right = (double) column + 0.5;
        double depth = right * matrix[6] + down * matrix[7] + matrix[8];
        // A point without a position on the image is treated as outside.
        double x = depth > 0 ? (right * matrix[0] + down * matrix[1] + matrix[2]) / depth : -2;
        double y = depth > 0 ? (right * matrix[3] + down * matrix[4] + matrix[5]) / depth : -2;
        // The fraction of an upright pixel around the point that is inside the image.
        double inside = within(x + 0.5, 0, 1) * within(width - x + 0.5, 0, 1) * within(y + 0.5, 0, 1)
            * within(height - y + 0.5, 0, 1);
        uint8_t opacity = rounded(255 * inside);
        out[channels] = opacity;
        if (opacity == 0) {
            for (int k = 0; k < channels; k++) out[k] = 0;
            continue;
        }
        double left = floor(x - 0.5), top = floor(y - 0.5);
        double across[4], along[4];
        cubic(x - 0.5 - left, across);
        cubic(y - 0.5 - top, along);
        double sums[3] = { 0, 0, 0 };
        for (int j = 0; j < 4; j++) {
            const uint8_t *line = in->pixels + clamped((long long) top - 1 + j, in->height) * in->width * (size_t) channels;
            for (int i = 0; i < 4; i++) {
                const uint8_t *pixel = line + clamped((long long) left - 1 + i, in->width) * (size_t) channels;
                double weight = across[i] * along[j];
                for (int k = 0; k < channels; k++) sums[k] += weight * pixel[k];
            }
        }
        for (int k = 0; k < channels; k++) out[k] = rounded(sums[k]);
    }
}
