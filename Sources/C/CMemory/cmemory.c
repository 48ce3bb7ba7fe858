#include "cmemory.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// Advises the kernel about the whole pages in a range of memory. These are hints, so errors are ignored.
static void advise(void *start, size_t count, int advice) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = ((uintptr_t)start + page - 1) & ~(page - 1);
    uintptr_t last = ((uintptr_t)start + count) & ~(page - 1);
    if (last > first) madvise((void *)first, last - first, advice);
}

void cmemory_prefer_large_pages(void *start, size_t count) { advise(start, count, MADV_HUGEPAGE); }

void cmemory_discard(void *start, size_t count) { advise(start, count, MADV_DONTNEED); }
