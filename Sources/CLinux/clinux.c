#define _GNU_SOURCE

#include "clinux.h"

#include <sys/resource.h>
#include <unistd.h>

ssize_t clinux_read_without_waiting(int descriptor, const struct iovec *parts, int count, int64_t offset) {
    return preadv2(descriptor, parts, count, offset, RWF_NOWAIT);
}

void clinux_set_niceness(int niceness) {
    setpriority(PRIO_PROCESS, (id_t)gettid(), niceness);
}
