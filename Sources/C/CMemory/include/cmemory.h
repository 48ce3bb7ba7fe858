// Hints about memory that Swift has no words for. They change how long something takes, never what comes out.

#ifndef CMEMORY_H
#define CMEMORY_H

#include <stddef.h>

// Asks for the cache line at an address, which need not be valid. Several at once are fetched side by side, where reads
// that wait for each other would take their time one after the other.
static inline __attribute__((always_inline)) void cmemory_prefetch(const void *address) { __builtin_prefetch(address, 0, 3); }

// Asks the kernel for large pages, so that reads all over a large buffer do not wait for its page tables.
void cmemory_prefer_large_pages(void *start, size_t count);

// Gives back the whole pages of memory whose content is of no use any more; what is read there next is undefined.
void cmemory_discard(void *start, size_t count);

#endif
