#define _GNU_SOURCE

#include "clinux.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t clinux_read_without_waiting(int descriptor, const struct iovec *parts, int count, int64_t offset) {
    return preadv2(descriptor, parts, count, offset, RWF_NOWAIT);
}

int clinux_synchronize_file_system(int descriptor) {
    return syncfs(descriptor);
}

int clinux_punch_hole(int descriptor, int64_t offset, int64_t byte_count) {
    return fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, byte_count);
}

int clinux_next_data(int descriptor, int64_t offset, int64_t *start, int64_t *end) {
    off_t data = lseek(descriptor, offset, SEEK_DATA);
    if (data < 0) return errno == ENXIO ? 0 : -1;
    off_t hole = lseek(descriptor, data, SEEK_HOLE);
    if (hole < 0) return -1;
    *start = data;
    *end = hole;
    return 1;
}

int clinux_memory_file(void) {
    return memfd_create("explore", MFD_CLOEXEC);
}

int clinux_shared_memory(int64_t byte_count) {
    int descriptor = memfd_create("explore", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -1;
    if (ftruncate(descriptor, byte_count) == 0
        && fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
        return descriptor;
    int failure = errno;
    close(descriptor);
    errno = failure;
    return -1;
}

int clinux_replace(int descriptor, int other) {
    return dup3(other, descriptor, O_CLOEXEC) < 0 ? -1 : 0;
}

void clinux_set_niceness(int niceness) {
    setpriority(PRIO_PROCESS, (id_t)gettid(), niceness);
}

void clinux_set_idle_priority(void) {
    // linux/ioprio.h: the class is stored above 13 bits of priority, which the idle class does not use.
    enum { WHO_THREAD = 1, CLASS_IDLE = 3, CLASS_SHIFT = 13 };
    clinux_set_niceness(19);
    syscall(SYS_ioprio_set, WHO_THREAD, 0, CLASS_IDLE << CLASS_SHIFT);
}

int clinux_core_count(void) {
    cpu_set_t cores;
    return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 0;
}
