#include "cmemory.h"

#include <stdint.h>
#include <sys/mman.h>

void cmemory_prefer_large_pages(void *start, size_t count) {
#ifdef MADV_HUGEPAGE
    const uintptr_t page = 4096;
    uintptr_t first = ((uintptr_t)start + page - 1) & ~(page - 1);
    uintptr_t last = ((uintptr_t)start + count) & ~(page - 1);
    if (last > first) madvise((void *)first, last - first, MADV_HUGEPAGE);
#else
    (void)start;
    (void)count;
#endif
}
