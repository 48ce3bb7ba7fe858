#include "cpdf_library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#include "cpdf.h"

struct cpdf_functions cpdf_functions;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[512];

static void find(void *library, const char *name, void **function) {
    *function = dlsym(library, name);
    if (*function == NULL) snprintf(failure, sizeof failure, "libpangocairo has no function %s", name);
}

static void load(void) {
    // This library loads cairo, Pango and GObject, in which symbols are looked up too.
    void *library = dlopen("libpangocairo-1.0.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(failure, sizeof failure, "%s", dlerror());
        return;
    }
#define FIND(name) find(library, #name, (void **) &cpdf_functions.name);
    CPDF_FUNCTIONS(FIND)
}

const char *cpdf_library_load(void) {
    pthread_once(&once, load);
    return failure[0] == 0 ? NULL : failure;
}
