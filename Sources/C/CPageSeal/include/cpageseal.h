// A checksum that SQLite itself does not provide: a seal on each page of a database file.
//
// Fixed-arity C, because SQLite's file layer is a table of C functions. Without policy: ClauseStore decides which
// databases are sealed and how faults are handled.

#ifndef CPAGESEAL_H
#define CPAGESEAL_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

// The result of checking a page's seal.
enum {
    CPAGESEAL_SOUND = 0,
    // The page was written by another program, which does not seal pages.
    CPAGESEAL_UNSEALED = 1,
    CPAGESEAL_DAMAGED = 2,
};

// The number of bytes reserved for the seal in each page.
#define CPAGESEAL_BYTES 8

// Registers the sealing file layer as the default of this process for opening databases. Further calls have no effect.
// Returns an SQLite error code. Databases without reserved bytes are read and written as usual.
int cpageseal_register(void);

// Reserves bytes for seals: immediately in an empty database, otherwise at its next VACUUM. Returns an error code.
int cpageseal_reserve(sqlite3 *connection);

// Seals all pages that are written from now on, even before the header of a file that is being copied. Each page must
// have reserved bytes, or the content there is overwritten. Returns an error code.
int cpageseal_seal(sqlite3 *connection);

// Returns the number of reserved bytes per page in the state that the connection read last, or that it has requested.
int cpageseal_reserved(sqlite3 *connection);

// Reads raw bytes of the database file, including seals, through the connection's own descriptor. Opening and closing
// the file a second time would release all locks of this process on it, including those of other connections:
// https://sqlite.org/howtocorrupt.html, section 2.2. Returns an error code, CPAGESEAL_TOO_SHORT if the file ends early.
enum { CPAGESEAL_TOO_SHORT = SQLITE_IOERR_SHORT_READ };
int cpageseal_read(sqlite3 *connection, void *bytes, int count, int64_t offset);

// Returns the size of the database file in bytes, or -1.
int64_t cpageseal_byte_count(sqlite3 *connection);

// Checks a page, numbered from 1, against its seal. O(count).
int cpageseal_check(const uint8_t *page, size_t count, uint32_t number);

#endif
