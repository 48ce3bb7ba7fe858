#ifndef CVIPS_DRAW_H
#define CVIPS_DRAW_H
typedef struct cvips_image cvips_image;
#endif
