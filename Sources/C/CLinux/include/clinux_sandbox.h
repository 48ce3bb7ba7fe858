// What a process gives up before it looks at a stranger's file; one function a layer, and no policy.
//
// Each gives 0, or the errno with which the system refused. They are for a process that has one thread.

#ifndef CLINUX_SANDBOX_H
#define CLINUX_SANDBOX_H

#include <stddef.h>
#include <stdint.h>

// Limits of setrlimit(2), soft and hard alike. What is 0 is left as it is, but the size of files, which is always 0.
typedef struct {
    uint64_t address_space_bytes;
    uint64_t cpu_seconds;
    uint64_t open_files;
    // The processes and threads of the user, over all of the system.
    uint64_t processes;
} clinux_limits;

// Whether this is the superuser, of this or of a user namespace.
int clinux_is_superuser(void);
// Closes all descriptors from `first` on.
int clinux_close_from(int first);
// Has the system kill this process when the thread that started it ends. ESRCH where that is over already: `parent` is
// the process that should be the parent.
int clinux_die_with_parent(int parent);
// A network namespace of its own, without any interface but an unconnected loopback; where that needs it, in a user
// namespace of its own.
int clinux_leave_network(void);
// Where this is the superuser, it becomes nobody (65534) without groups. All capabilities go, whoever it is.
int clinux_drop_privileges(void);
// Nothing that is executed can have more rights: PR_SET_NO_NEW_PRIVS. Nobody can trace it or have its core.
int clinux_no_new_privileges(void);
int clinux_set_limits(const clinux_limits *limits);
// Whether the program was built with AddressSanitizer or ThreadSanitizer, which need an address space without limit.
int clinux_has_sanitizer(void);

// Landlock: the file system is out of reach, but for reading beneath these folders, ended by NULL; and so is TCP, and
// other processes' abstract sockets and signals, where the kernel knows how. ENOSYS or EOPNOTSUPP without Landlock.
int clinux_landlock(const char *const *readable_folders);

// The calls of the system that a decoder needs, and no others, by seccomp(2): memory, threads, clocks, and reading and
// writing what is open. All others fail with EPERM. No memory becomes executable. With `opens_files`, files can be
// opened for reading, wherever Landlock lets it.
int clinux_seccomp(int opens_files);

// Tries what a decoder has no business with. 0 when it was allowed, else its errno; EINVAL for a name that is not known.
// The address of a loopback server to connect to is its port.
int clinux_attempt(const char *name, int port);
// The names of all attempts, ended by NULL.
const char *const *clinux_attempt_names(void);

#endif
