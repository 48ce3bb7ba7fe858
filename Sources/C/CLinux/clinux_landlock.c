// Landlock: https://docs.kernel.org/userspace-api/landlock.html. Debian 12's headers define only its first version, so
// later additions are defined here.

#define _GNU_SOURCE

#include "clinux_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

struct ruleset {
    uint64_t file_system;
    uint64_t network;
    uint64_t scope;
};

struct rule_beneath {
    uint64_t allowed;
    int32_t folder;
} __attribute__((packed));

enum {
    version_flag = 1,
    rule_path_beneath = 1,
    read_file = 1 << 2,
    read_folder = 1 << 3,
    first_rights = (1 << 13) - 1,
    right_refer = 1 << 13,
    right_truncate = 1 << 14,
    right_device_control = 1 << 15,
    tcp_bind_and_connect = 3,
    abstract_sockets_and_signals = 3,
};

static int add_folder(int ruleset, const char *path) {
    struct rule_beneath rule = { .allowed = read_file | read_folder };
    rule.folder = open(path, O_PATH | O_CLOEXEC | O_DIRECTORY);
    // A missing folder need not be readable.
    if (rule.folder < 0) return 0;
    long status = syscall(SYS_landlock_add_rule, ruleset, rule_path_beneath, &rule, 0);
    int failure = status < 0 ? errno : 0;
    close(rule.folder);
    return failure;
}

int clinux_landlock(const char *const *readable_folders) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, version_flag);
    if (version < 0) return errno;
    struct ruleset rules = { .file_system = first_rights };
    size_t size = sizeof rules.file_system;
    if (version >= 2) rules.file_system |= right_refer;
    if (version >= 3) rules.file_system |= right_truncate;
    if (version >= 5) rules.file_system |= right_device_control;
    if (version >= 4) {
        rules.network = tcp_bind_and_connect;
        size = sizeof rules.file_system + sizeof rules.network;
    }
    if (version >= 6) {
        rules.scope = abstract_sockets_and_signals;
        size = sizeof rules;
    }
    long ruleset = syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (ruleset < 0) return errno;
    int failure = 0;
    for (; *readable_folders != NULL && failure == 0; readable_folders++)
        failure = add_folder((int) ruleset, *readable_folders);
    if (failure == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) failure = errno;
    if (failure == 0 && syscall(SYS_landlock_restrict_self, (int) ruleset, 0) < 0) failure = errno;
    close((int) ruleset);
    return failure;
}
