#define CVIPS_LIBRARY_LOADER
#include "cvips_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

struct cvips_functions cvips_functions;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[512];

static void find(void *library, const char *name, void **function) {
    *function = dlsym(library, name);
    if (*function == NULL) snprintf(failure, sizeof failure, "libvips has no function %s", name);
}

static void load(void) {
    // The name identifies the ABI of the headers, which all versions of libvips 8 share.
    void *library = dlopen("libvips.so.42", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(failure, sizeof failure, "%s", dlerror());
        return;
    }
#define FIND(name) find(library, #name, (void **) &cvips_functions.name);
    CVIPS_FUNCTIONS(FIND)
}

const char *cvips_library_load(void) {
    pthread_once(&once, load);
    return failure[0] == 0 ? NULL : failure;
}
