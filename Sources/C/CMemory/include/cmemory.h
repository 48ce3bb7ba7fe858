// Memory hints that Swift cannot express. They affect performance only, never results.

#ifndef CMEMORY_H
#define CMEMORY_H

#include <stddef.h>

// Prefetches the cache line at an address, which need not be valid. Several prefetches run in parallel, whereas
// dependent reads would wait for each other.
static inline __attribute__((always_inline)) void cmemory_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }

// Requests large pages from the kernel, so that reads all over a large buffer do not wait for page table walks.
void cmemory_prefer_large_pages(void *start, size_t count);

// Releases the whole pages of a range whose content is no longer needed. What is read there afterwards is undefined.
void cmemory_discard(void *start, size_t count);

#endif
