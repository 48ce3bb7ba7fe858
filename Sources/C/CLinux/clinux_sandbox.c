#define _GNU_SOURCE

#include "clinux_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { nobody = 65534 };

static int result(long status) { return status < 0 ? errno : 0; }

int clinux_is_superuser(void) { return geteuid() == 0; }

int clinux_close_from(int first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned) first, ~0u, 0u) == 0) return 0;
#endif
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return errno;
    rlim_t end = files.rlim_cur < 65536 ? files.rlim_cur : 65536;
    for (rlim_t descriptor = (rlim_t) first; descriptor < end; descriptor++) close((int) descriptor);
    return 0;
}

int clinux_die_with_parent(int parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
    return getppid() == parent ? 0 : ESRCH;
}

int clinux_leave_network(void) {
    // The superuser needs no user namespace, and would lose access to other users' files in one.
    if (unshare(CLONE_NEWNET | CLONE_NEWIPC) == 0) return 0;
    if (geteuid() == 0) return errno;
    return result(unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC));
}

int clinux_drop_privileges(void) {
    // Only the superuser can drop supplementary groups, and not in a user namespace. Any other user's groups are the
    // user's own.
    int failure = 0;
    if (geteuid() == 0) {
        if (setgroups(0, NULL) != 0 || setresgid(nobody, nobody, nobody) != 0) failure = errno;
        if (setresuid(nobody, nobody, nobody) != 0 && failure == 0) failure = errno;
    }
    struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct none[2];
    memset(none, 0, sizeof none);
    if (syscall(SYS_capset, &header, none) != 0 && failure == 0) failure = errno;
    return failure;
}

int clinux_no_new_privileges(void) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    return result(prctl(PR_SET_DUMPABLE, 0, 0, 0, 0));
}

// Sets a soft limit, with the hard limit `slack` above it. For processor time, the signal at the soft limit identifies
// the cause.
static int limit(int resource, uint64_t value, uint64_t slack) {
    struct rlimit now;
    if (getrlimit(resource, &now) != 0) return errno;
    if (now.rlim_max != RLIM_INFINITY && now.rlim_max < value + slack) return 0;
    struct rlimit wanted = { .rlim_cur = value, .rlim_max = value + slack };
    return result(setrlimit(resource, &wanted));
}

int clinux_set_limits(const clinux_limits *limits) {
    int failure = limit(RLIMIT_CORE, 0, 0);
    if (failure == 0) failure = limit(RLIMIT_FSIZE, 0, 0);
    if (failure == 0 && limits->cpu_seconds > 0) failure = limit(RLIMIT_CPU, limits->cpu_seconds, 1);
    if (failure == 0 && limits->open_files > 0) failure = limit(RLIMIT_NOFILE, limits->open_files, 0);
    if (failure == 0 && limits->processes > 0) failure = limit(RLIMIT_NPROC, limits->processes, 0);
    if (failure == 0 && limits->address_space_bytes > 0 && !clinux_has_sanitizer())
        failure = limit(RLIMIT_AS, limits->address_space_bytes, 0);
    return failure;
}

int clinux_has_sanitizer(void) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    return 1;
#endif
#endif
    return 0;
}
