// An SQLite VFS shim that writes a seal at the end of every page of a main database file, and verifies it whenever a
// page is read from disk. See https://sqlite.org/vfs.html#multiplexing.
//
// The seal consists of the page's number and the CRC-32 of the preceding bytes of the page, 32 bits each,
// little-endian, in the bytes that the database header reserves (https://sqlite.org/fileformat2.html, "Reserved bytes
// per page"). CRC-32 detects every change within 32 consecutive bits with certainty, and misses one in four thousand
// million others. It protects against accidents, not malice. The number detects a page that was written to the wrong
// position.
//
// In memory and in the write-ahead log the seal is all zeros. A page that another program copies from the log into the
// database, as the sqlite3 command does when it opens a database left by a killed process, is therefore recognised as
// unsealed and read as it is. Pages in the log have SQLite's own checksums, which SQLite verifies only after a crash;
// this shim verifies them whenever a page is read from the log.

#include "cpageseal.h"

#include "ccrc32.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    sqlite3_file base;
    int is_main;
    int is_sealed;
    int is_log;
    // The name of a file that SQLite takes for immutable, and its state when it was opened.
    const char *immutable_name;
    struct stat opened;
    // For a log: the offset of the latest frame header that no page has followed yet, and whether this connection has
    // rewritten a page.
    sqlite3_int64 last_head;
    int is_rewritten;
    uint8_t *copy;
    int copy_size;
} SealedFile;

static sqlite3_vfs sealing;
static sqlite3_vfs *system_files;

static sqlite3_file *system_file(sqlite3_file *file) { return (sqlite3_file *)((SealedFile *)file + 1); }

static uint32_t number_at(const uint8_t *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void put_number(uint8_t *bytes, uint32_t number) {
    for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(number >> 8 * i);
}

int cpageseal_check(const uint8_t *page, size_t count, uint32_t number) {
    const uint8_t *seal = page + count - CPAGESEAL_BYTES;
    static const uint8_t none[CPAGESEAL_BYTES];
    if (memcmp(seal, none, sizeof none) == 0) return CPAGESEAL_UNSEALED;
    int is_sound = number_at(seal) == number && number_at(seal + 4) == ccrc32(page, count - CPAGESEAL_BYTES);
    return is_sound ? CPAGESEAL_SOUND : CPAGESEAL_DAMAGED;
}

static int is_page(const SealedFile *file, int count, sqlite3_int64 offset) {
    return file->is_main && count >= 512 && (count & (count - 1)) == 0 && offset % count == 0;
}

// Detects from the database header whether pages have reserved bytes. A file that was sealed once is treated as sealed
// while it is open, so that a damaged header cannot disable the checks.
static void look_at_header(SealedFile *file, const uint8_t *bytes, int count, sqlite3_int64 offset) {
    if (!file->is_main || offset != 0 || count < 100) return;
    if (memcmp(bytes, "SQLite format 3", 16) == 0 && bytes[20] == CPAGESEAL_BYTES) file->is_sealed = 1;
}

// The write-ahead log (https://sqlite.org/fileformat2.html#walformat) is a header of 32 bytes followed by frames, each
// a header of 24 bytes and a page. All numbers in it are big-endian.
enum { LOG_HEAD_BYTES = 32, FRAME_HEAD_BYTES = 24, CHECKSUM_BYTES = 8 };

static uint32_t logged_number(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static int is_logged_page(const SealedFile *file, int count, sqlite3_int64 offset) {
    return file->is_log && count >= 512 && (count & (count - 1)) == 0 && offset > LOG_HEAD_BYTES &&
           (offset - LOG_HEAD_BYTES) % (count + FRAME_HEAD_BYTES) == FRAME_HEAD_BYTES;
}

// If a page is written twice in a transaction, SQLite writes only the page the second time, without its header, and
// corrects the checksums on commit. Until then the checksums do not match for this connection; no other one reads
// uncommitted pages. So this connection stops verifying until it restarts the log.
static void look_at_log_write(SealedFile *file, int count, sqlite3_int64 offset) {
    if (!file->is_log) return;
    if (offset == 0) file->is_rewritten = 0;
    if (is_logged_page(file, count, offset)) {
        if (file->last_head != offset - FRAME_HEAD_BYTES) file->is_rewritten = 1;
        file->last_head = -1;
    } else if (count == FRAME_HEAD_BYTES) {
        file->last_head = offset;
    }
}

// Continues a log checksum over bytes, whose count must be a multiple of eight.
static void add_to_checksum(uint32_t sums[2], const uint8_t *bytes, int count, int is_big_endian) {
    for (int i = 0; i < count; i += 8) {
        sums[0] += (is_big_endian ? logged_number(bytes + i) : number_at(bytes + i)) + sums[1];
        sums[1] += (is_big_endian ? logged_number(bytes + i + 4) : number_at(bytes + i + 4)) + sums[0];
    }
}

// Verifies a page read from the log against its frame's checksum, which continues that of the preceding frame.
static int check_logged_page(sqlite3_file *log, const uint8_t *page, int count, sqlite3_int64 offset) {
    uint8_t log_head[LOG_HEAD_BYTES], head[FRAME_HEAD_BYTES], before[CHECKSUM_BYTES];
    sqlite3_int64 start = offset - FRAME_HEAD_BYTES;
    // Both headers end with a checksum, but a frame's header is followed by its page.
    sqlite3_int64 place = start == LOG_HEAD_BYTES ? start : start - count;
    int result = log->pMethods->xRead(log, log_head, LOG_HEAD_BYTES, 0);
    if (result == SQLITE_OK) result = log->pMethods->xRead(log, head, FRAME_HEAD_BYTES, start);
    if (result == SQLITE_OK) result = log->pMethods->xRead(log, before, CHECKSUM_BYTES, place - CHECKSUM_BYTES);
    if (result != SQLITE_OK) return result;
    uint32_t sums[2] = {logged_number(before), logged_number(before + 4)};
    int is_big_endian = log_head[3] & 1;
    add_to_checksum(sums, head, 8, is_big_endian);
    add_to_checksum(sums, page, count, is_big_endian);
    if (sums[0] == logged_number(head + 16) && sums[1] == logged_number(head + 20)) return SQLITE_OK;
    sqlite3_log(SQLITE_IOERR_DATA, "page %u is not as it was written in the write-ahead log", logged_number(head));
    return SQLITE_IOERR_DATA;
}

static int close_file(sqlite3_file *file) {
    free(((SealedFile *)file)->copy);
    ((SealedFile *)file)->copy = NULL;
    return system_file(file)->pMethods->xClose(system_file(file));
}

// Returns whether a file that SQLite takes for immutable was changed by another program. SQLite neither locks such a
// file nor looks for changes.
static int has_changed(const SealedFile *file) {
    struct stat now;
    if (!file->immutable_name) return 0;
    return stat(file->immutable_name, &now) != 0 || now.st_ino != file->opened.st_ino ||
           now.st_size != file->opened.st_size || now.st_mtim.tv_sec != file->opened.st_mtim.tv_sec ||
           now.st_mtim.tv_nsec != file->opened.st_mtim.tv_nsec;
}

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    SealedFile *sealed = (SealedFile *)file;
    int result = system_file(file)->pMethods->xRead(system_file(file), bytes, count, offset);
    // After the read: what had changed by then has a new time.
    if (has_changed(sealed)) return SQLITE_BUSY_SNAPSHOT;
    if (result == SQLITE_OK) look_at_header(sealed, bytes, count, offset);
    if (result == SQLITE_OK && is_logged_page(sealed, count, offset) && !sealed->is_rewritten) {
        return check_logged_page(system_file(file), bytes, count, offset);
    }
    if (!sealed->is_sealed || !is_page(sealed, count, offset)) return result;
    // SQLite would treat bytes beyond the end of the file as zeros.
    if (result == SQLITE_IOERR_SHORT_READ) {
        sqlite3_log(SQLITE_IOERR_DATA, "page %lld is missing", offset / count + 1);
        return SQLITE_IOERR_DATA;
    }
    if (result != SQLITE_OK) return result;
    if (cpageseal_check(bytes, (size_t)count, (uint32_t)(offset / count + 1)) == CPAGESEAL_DAMAGED) {
        sqlite3_log(SQLITE_IOERR_DATA, "page %lld is not as it was written", offset / count + 1);
        return SQLITE_IOERR_DATA;
    }
    memset((uint8_t *)bytes + count - CPAGESEAL_BYTES, 0, CPAGESEAL_BYTES);
    return SQLITE_OK;
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    SealedFile *sealed = (SealedFile *)file;
    look_at_header(sealed, bytes, count, offset);
    look_at_log_write(sealed, count, offset);
    if (!sealed->is_sealed || !is_page(sealed, count, offset)) {
        return system_file(file)->pMethods->xWrite(system_file(file), bytes, count, offset);
    }
    if (sealed->copy_size != count) {
        free(sealed->copy);
        sealed->copy = malloc((size_t)count);
        sealed->copy_size = sealed->copy ? count : 0;
        if (!sealed->copy) return SQLITE_IOERR_NOMEM;
    }
    size_t end = (size_t)count - CPAGESEAL_BYTES;
    memcpy(sealed->copy, bytes, end);
    put_number(sealed->copy + end, (uint32_t)(offset / count + 1));
    put_number(sealed->copy + end + 4, ccrc32(sealed->copy, end));
    return system_file(file)->pMethods->xWrite(system_file(file), sealed->copy, count, offset);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    return system_file(file)->pMethods->xTruncate(system_file(file), size);
}

static int sync_file(sqlite3_file *file, int flags) {
    return system_file(file)->pMethods->xSync(system_file(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return system_file(file)->pMethods->xFileSize(system_file(file), size);
}

static int lock_file(sqlite3_file *file, int level) {
    return system_file(file)->pMethods->xLock(system_file(file), level);
}

static int unlock_file(sqlite3_file *file, int level) {
    return system_file(file)->pMethods->xUnlock(system_file(file), level);
}

static int check_reserved_lock(sqlite3_file *file, int *result) {
    return system_file(file)->pMethods->xCheckReservedLock(system_file(file), result);
}

// A file-control opcode: those above 100 are available to applications.
enum { SET_SEALED = 0x5345414C };

static int control_file(sqlite3_file *file, int operation, void *argument) {
    if (operation == SET_SEALED) {
        ((SealedFile *)file)->is_sealed = 1;
        return SQLITE_OK;
    }
    return system_file(file)->pMethods->xFileControl(system_file(file), operation, argument);
}

static int sector_size(sqlite3_file *file) {
    return system_file(file)->pMethods->xSectorSize(system_file(file));
}

static int device_characteristics(sqlite3_file *file) {
    int found = system_file(file)->pMethods->xDeviceCharacteristics(system_file(file));
    return ((SealedFile *)file)->immutable_name ? found | SQLITE_IOCAP_IMMUTABLE : found;
}

static int map_shared(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
    return system_file(file)->pMethods->xShmMap(system_file(file), region, size, extend, memory);
}

static int lock_shared(sqlite3_file *file, int offset, int count, int flags) {
    return system_file(file)->pMethods->xShmLock(system_file(file), offset, count, flags);
}

static void barrier_shared(sqlite3_file *file) { system_file(file)->pMethods->xShmBarrier(system_file(file)); }

static int unmap_shared(sqlite3_file *file, int delete) {
    return system_file(file)->pMethods->xShmUnmap(system_file(file), delete);
}

// Version 2: with a later version, SQLite would map the file and bypass the checks.
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = file_size,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_reserved_lock,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = device_characteristics,
    .xShmMap = map_shared,
    .xShmLock = lock_shared,
    .xShmBarrier = barrier_shared,
    .xShmUnmap = unmap_shared,
};

// Returns whether SQLite can only read a database if it is marked as immutable: it was closed cleanly, so that it has
// no log, and its folder is not writable, so that the shared memory of a log cannot be created there. Another program
// may nevertheless change it.
static int is_unwritable(const char *name) {
    static const char suffix[] = "-wal";
    size_t count = strlen(name);
    char *path = malloc(count + sizeof suffix);
    if (!path) return 0;
    memcpy(path, name, count);
    memcpy(path + count, suffix, sizeof suffix);
    int has_log = access(path, F_OK) == 0;
    path[count] = 0;
    char *slash = strrchr(path, '/');
    if (slash) slash[slash == path ? 1 : 0] = 0;
    int is_writable = access(slash ? path : ".", W_OK) == 0;
    free(path);
    return !has_log && !is_writable;
}

static int open_file(sqlite3_vfs *files, const char *name, sqlite3_file *file, int flags, int *out_flags) {
    (void)files;
    memset(file, 0, sizeof(SealedFile));
    ((SealedFile *)file)->is_main = (flags & SQLITE_OPEN_MAIN_DB) != 0;
    ((SealedFile *)file)->is_log = (flags & SQLITE_OPEN_WAL) != 0;
    ((SealedFile *)file)->last_head = -1;
    if (flags & SQLITE_OPEN_MAIN_DB && flags & SQLITE_OPEN_READONLY) {
        SealedFile *sealed = (SealedFile *)file;
        // SQLite keeps the name until the file is closed.
        if (is_unwritable(name) && stat(name, &sealed->opened) == 0) sealed->immutable_name = name;
    }
    int result = system_files->xOpen(system_files, name, system_file(file), flags, out_flags);
    // SQLite closes a file only if its methods are set.
    if (system_file(file)->pMethods) file->pMethods = &methods;
    return result;
}

int cpageseal_register(void) {
    int result = sqlite3_initialize();
    if (result != SQLITE_OK) return result;
    static const char *name = "sealed";
    if (sqlite3_vfs_find(name)) return SQLITE_OK;
    system_files = sqlite3_vfs_find(NULL);
    if (!system_files) return SQLITE_ERROR;
    // Everything except opening is left to the system's VFS functions, which use only copied members of the table.
    sealing = *system_files;
    sealing.pNext = NULL;
    sealing.zName = name;
    sealing.szOsFile = (int)sizeof(SealedFile) + system_files->szOsFile;
    sealing.xOpen = open_file;
    return sqlite3_vfs_register(&sealing, 1);
}

int cpageseal_reserve(sqlite3 *connection) {
    int count = CPAGESEAL_BYTES;
    return sqlite3_file_control(connection, "main", SQLITE_FCNTL_RESERVE_BYTES, &count);
}

int cpageseal_seal(sqlite3 *connection) { return sqlite3_file_control(connection, "main", SET_SEALED, NULL); }

int cpageseal_reserved(sqlite3 *connection) {
    int count = -1;
    sqlite3_file_control(connection, "main", SQLITE_FCNTL_RESERVE_BYTES, &count);
    return count;
}

static sqlite3_file *system_file_of(sqlite3 *connection) {
    sqlite3_file *file = NULL;
    int result = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    return result == SQLITE_OK && file && file->pMethods == &methods ? system_file(file) : NULL;
}

int cpageseal_read(sqlite3 *connection, void *bytes, int count, int64_t offset) {
    sqlite3_file *file = system_file_of(connection);
    return file ? file->pMethods->xRead(file, bytes, count, offset) : SQLITE_ERROR;
}

int64_t cpageseal_byte_count(sqlite3 *connection) {
    sqlite3_file *file = system_file_of(connection);
    sqlite3_int64 count = -1;
    return file && file->pMethods->xFileSize(file, &count) == SQLITE_OK ? count : -1;
}
