/* Expat, which parses XML. */
#include <expat.h>
