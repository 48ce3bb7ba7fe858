// Linux system calls that Swift's Glibc module does not expose.

#ifndef CLINUX_H
#define CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

// preadv2(2) with RWF_NOWAIT: reads from the page cache and never waits for a disk. Returns the number of bytes read,
// or -1 with errno: EAGAIN if it would have to wait, EOPNOTSUPP if the file system does not support this.
ssize_t clinux_read_without_waiting(int descriptor, const struct iovec *parts, int count, int64_t offset);

// Sets the niceness of the calling thread, 0 to 19, for work that others must not wait for: setpriority(2), which on
// Linux accepts a thread ID. Errors are ignored.
void clinux_set_niceness(int niceness);

// Gives the calling thread the lowest priority, for the processor (niceness 19) and for the disk (the idle class of
// ioprio_set(2), which glibc does not wrap). Errors are ignored.
void clinux_set_idle_priority(void);

// syncfs(2): waits until everything written to the file system of an open file or folder is on disk. Returns 0, or -1
// with errno.
int clinux_synchronize_file_system(int descriptor);

// fallocate(2): releases the disk space of a part of a file, which reads as zeros afterwards. Returns 0, or -1 with
// errno: EOPNOTSUPP if the file system does not support this.
int clinux_punch_hole(int descriptor, int64_t offset, int64_t byte_count);

// lseek(2) with SEEK_DATA and SEEK_HOLE: finds the next allocated range of a file from an offset on. Returns 1, 0 if
// there is none, or -1 with errno. Moves the descriptor's position.
int clinux_next_data(int descriptor, int64_t offset, int64_t *start, int64_t *end);

// memfd_create(2): creates an unnamed file in memory, deleted when it is closed. Returns its descriptor, or -1 with
// errno.
int clinux_memory_file(void);

// memfd_create(2): creates an unnamed file in memory of a fixed size, which no process can change, so that mappings of it
// stay valid. Returns its descriptor, or -1 with errno.
int clinux_shared_memory(int64_t byte_count);

// dup3(2) with O_CLOEXEC: atomically makes a descriptor refer to the file of another one. Returns 0, or -1 with errno.
int clinux_replace(int descriptor, int other);

// Returns the number of cores that this process may run on, which can be fewer than the machine has; 0 if unknown.
int clinux_core_count(void);

#endif
