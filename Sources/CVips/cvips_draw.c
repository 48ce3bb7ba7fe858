#include "cvips_draw.h"
