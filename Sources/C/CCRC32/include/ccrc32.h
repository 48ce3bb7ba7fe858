// The CRC-32 of zip, gzip and PNG (polynomial 0x04C11DB7, reflected), at memory speed.
//
// zlib's own implementation takes 2 µs for a tile of 12 kB, a sixth of the time to serve a tile for the first time.

#ifndef CCRC32_H
#define CCRC32_H

#include <stddef.h>
#include <stdint.h>

// Returns the checksum of `count` bytes; 0 if there are none. O(n).
uint32_t ccrc32(const uint8_t *bytes, size_t count);

// Returns the checksum of two consecutive pieces, given the checksum of each and the size of the second. O(log n).
uint32_t ccrc32_joined(uint32_t first, uint32_t second, size_t second_count);

#endif
