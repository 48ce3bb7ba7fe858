// A checksum that SQLite itself does not keep: a seal on each page of a database file.
//
// Fixed-arity C, because SQLite's file layer is a table of C functions. No policy: which databases are sealed
// and what is made of a fault is decided by ClauseStore.

#ifndef CPAGESEAL_H
#define CPAGESEAL_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

// What a page's seal says.
enum {
    CPAGESEAL_SOUND = 0,
    // The page was written by another program, which knows nothing of seals.
    CPAGESEAL_UNSEALED = 1,
    CPAGESEAL_DAMAGED = 2,
};

// How many bytes of each page are set aside for the seal.
#define CPAGESEAL_BYTES 8

// Makes the file layer that keeps seals the one by which this process opens databases. Called again it does nothing.
// An error code of SQLite. Databases without room for seals are read and written as ever.
int cpageseal_register(void);

// Sets room aside for seals: in a database that is still empty at once, in another with its next VACUUM. An error code.
int cpageseal_reserve(sqlite3 *connection);

// Seals the pages that are written from now on, also before the header of a file that is being copied. All of them must
// have room for it, or what stands there is lost. An error code.
int cpageseal_seal(sqlite3 *connection);

// How many bytes of each page are set aside in the state that the connection read last, or asks for.
int cpageseal_reserved(sqlite3 *connection);

// Reads bytes of the database's file as they are, with their seals, through the descriptor that the connection has. To
// open the file a second time and close that would end all locks that this process has on it, also those of other
// connections: https://sqlite.org/howtocorrupt.html, section 2.2. An error code,
// CPAGESEAL_TOO_SHORT where the file ends before.
enum { CPAGESEAL_TOO_SHORT = SQLITE_IOERR_SHORT_READ };
int cpageseal_read(sqlite3 *connection, void *bytes, int count, int64_t offset);

// The size of the database's file in bytes, or -1.
int64_t cpageseal_byte_count(sqlite3 *connection);

// Compares a page, whose number counts from 1, with its seal. O(count).
int cpageseal_check(const uint8_t *page, size_t count, uint32_t number);

#endif
