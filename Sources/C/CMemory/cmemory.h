// Memory hints that Swift cannot express. They affect performance only, never results.
// A header without object files, see Package.swift.

#ifndef CMEMORY_H
#define CMEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// Prefetches the cache line at an address, which need not be valid. Several prefetches run in parallel, whereas
// dependent reads would wait for each other.
static inline __attribute__((always_inline)) void cmemory_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }

// Advises the kernel about the whole pages in a range of memory. These are hints, so errors are ignored.
static inline void cmemory_advise(void *start, size_t count, int advice) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = ((uintptr_t)start + page - 1) & ~(page - 1);
    uintptr_t last = ((uintptr_t)start + count) & ~(page - 1);
    if (last > first) madvise((void *)first, last - first, advice);
}

// Requests large pages from the kernel, so that reads all over a large buffer do not wait for page table walks.
static inline void cmemory_prefer_large_pages(void *start, size_t count) { cmemory_advise(start, count, MADV_HUGEPAGE); }

// Releases the whole pages of a range whose content is no longer needed. What is read there afterwards is undefined.
static inline void cmemory_discard(void *start, size_t count) { cmemory_advise(start, count, MADV_DONTNEED); }

#endif
