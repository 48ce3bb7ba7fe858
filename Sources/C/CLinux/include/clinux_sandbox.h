// Confinement of a process before it reads an untrusted file: one function per layer, without policy.
//
// Each function returns 0, or the errno of the failed system call. The process must be single-threaded.

#ifndef CLINUX_SANDBOX_H
#define CLINUX_SANDBOX_H

#include <stddef.h>
#include <stdint.h>

// Limits for setrlimit(2), both soft and hard. Values of 0 are not applied. The file size is always limited to 0.
typedef struct {
    uint64_t address_space_bytes;
    uint64_t cpu_seconds;
    uint64_t open_files;
    // The limit on the user's processes and threads in the whole system.
    uint64_t processes;
} clinux_limits;

// Returns whether this is the superuser, possibly only of a user namespace.
int clinux_is_superuser(void);
// Closes all descriptors from `first` on.
int clinux_close_from(int first);
// Makes the system kill this process when the thread that started it ends. Returns ESRCH if that has already happened:
// `parent` is the expected parent process.
int clinux_die_with_parent(int parent);
// Enters a new network namespace with no interface except an unconnected loopback, and if that requires it, a new user
// namespace.
int clinux_leave_network(void);
// Switches the superuser to nobody (65534) without groups. Drops all capabilities for any user.
int clinux_drop_privileges(void);
// Prevents executed programs from gaining privileges (PR_SET_NO_NEW_PRIVS), and others from tracing the process or
// reading its core dump.
int clinux_no_new_privileges(void);
int clinux_set_limits(const clinux_limits *limits);
// Returns whether the program was built with AddressSanitizer or ThreadSanitizer, which need unlimited address space.
int clinux_has_sanitizer(void);

// Landlock: blocks the file system, except for reading beneath the given folders (terminated by NULL); and TCP, other
// processes' abstract sockets and signals, where the kernel supports it. Returns ENOSYS or EOPNOTSUPP without Landlock.
int clinux_landlock(const char *const *readable_folders);

// seccomp(2): allows only the system calls that a decoder needs: memory, threads, clocks, and reading and writing open
// descriptors. All others fail with EPERM. Memory cannot be made executable. With `opens_files`, files can be opened
// for reading, subject to Landlock.
int clinux_seccomp(int opens_files);

// Attempts an operation that a decoder must not perform. Returns 0 if it was allowed, else its errno; EINVAL for an
// unknown name. `port` is the port of a loopback server to connect to.
int clinux_attempt(const char *name, int port);
// Returns the names of all attempts, terminated by NULL.
const char *const *clinux_attempt_names(void);

#endif
