// System calls of Linux that Swift's Glibc module does not show.

#ifndef CLINUX_H
#define CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

// preadv2(2) with RWF_NOWAIT: reads what the system holds in memory and never waits for a disk. The number of bytes
// read, or -1 with errno: EAGAIN where it would have to wait, EOPNOTSUPP where the file system cannot tell.
ssize_t clinux_read_without_waiting(int descriptor, const struct iovec *parts, int count, int64_t offset);

// Gives the calling thread a niceness from 0 to 19, for work that others must not wait for: setpriority(2), which on
// Linux takes a thread's id. What the system refuses is left as it is.
void clinux_set_niceness(int niceness);

// Lets the calling thread stand back behind all others, for the processor (niceness 19) and for the disk (the idle class
// of ioprio_set(2), which glibc does not wrap). What the system refuses is left as it is.
void clinux_stand_back(void);

// syncfs(2): waits until all that was written to the file system of an open file or folder is on its disk. 0, or -1 with
// errno.
int clinux_synchronize_file_system(int descriptor);

// fallocate(2): gives the disk back what a part of a file takes; it reads as zeros from then on. 0, or -1 with errno:
// EOPNOTSUPP where the file system cannot.
int clinux_punch_hole(int descriptor, int64_t offset, int64_t byte_count);

// lseek(2) with SEEK_DATA and SEEK_HOLE: the next part of a file, from an offset on, that takes room on the disk. 1, or 0
// where there is none, or -1 with errno. It moves the descriptor's position.
int clinux_next_data(int descriptor, int64_t offset, int64_t *start, int64_t *end);

// memfd_create(2): a file without a name, in memory, which is gone when it is closed. Its descriptor, or -1 with errno.
int clinux_memory_file(void);

// dup3(2) with O_CLOEXEC: a descriptor stands for the file of another one from now on, in one step. 0, or -1 with errno.
int clinux_replace(int descriptor, int other);

// pipe2(2) with O_CLOEXEC: the reading end, then the writing one. The pipe holds so many bytes, if the system lets it.
int clinux_pipe(int ends[2], int byte_count);

// The number of cores that this process may run on, which can be fewer than the machine has; 0 where it is unknown.
int clinux_core_count(void);

#endif
