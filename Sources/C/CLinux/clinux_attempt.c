// Operations that a file in control of its decoder would attempt.

#define _GNU_SOURCE

#include "clinux_sandbox.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int result(long status) { return status < 0 ? errno : 0; }

static int try_socket(int family) {
    int descriptor = socket(family, SOCK_STREAM, 0);
    if (descriptor < 0) return errno;
    close(descriptor);
    return 0;
}

static int try_connection(int port) {
    int descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor < 0) return errno;
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t) port) };
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int failure = result(connect(descriptor, (struct sockaddr *) &address, sizeof address));
    close(descriptor);
    return failure;
}

static int try_opening(const char *path, int flags) {
    int descriptor = open(path, flags | O_CLOEXEC, 0600);
    if (descriptor < 0) return errno;
    close(descriptor);
    return 0;
}

static int try_process(void) {
    pid_t child = fork();
    if (child == 0) _exit(0);
    if (child < 0) return errno;
    waitpid(child, NULL, 0);
    return 0;
}

static int try_execution(void) {
    // Runs in a separate process, if one can be created, so that this process survives success.
    char *const arguments[] = { "true", NULL };
    pid_t child;
    int failure = posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environ);
    if (failure != 0) return failure;
    waitpid(child, NULL, 0);
    return 0;
}

static int try_replacement(void) {
    char *const arguments[] = { "true", NULL };
    execve("/bin/true", arguments, environ);
    return errno;
}

static int try_memory(size_t byte_count, int protection) {
    void *memory = mmap(NULL, byte_count, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return errno;
    munmap(memory, byte_count);
    return 0;
}

static int try_file_size(void) {
    int descriptor = (int) syscall(SYS_memfd_create, "attempt", 0u);
    if (descriptor < 0) return errno;
    signal(SIGXFSZ, SIG_IGN);
    int failure = result(write(descriptor, "x", 1));
    close(descriptor);
    return failure;
}

static int try_descriptors(void) {
    int made[256];
    int count = 0;
    int failure = 0;
    while (count < 256 && failure == 0) {
        made[count] = dup(1);
        if (made[count] < 0) failure = errno;
        else count++;
    }
    while (count > 0) close(made[--count]);
    return failure;
}

static int try_core(void) {
    struct rlimit core;
    if (getrlimit(RLIMIT_CORE, &core) != 0) return errno;
    return core.rlim_max == 0 ? EPERM : 0;
}

static int try_processor_time(void) {
    struct rlimit time;
    if (getrlimit(RLIMIT_CPU, &time) != 0) return errno;
    return time.rlim_max == RLIM_INFINITY ? 0 : EPERM;
}

static int try_raised_limit(void) {
    struct rlimit core = { .rlim_cur = 1 << 20, .rlim_max = 1 << 20 };
    return result(setrlimit(RLIMIT_FSIZE, &core));
}

static int try_new_privileges(void) {
    int state = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
    return state < 0 ? errno : state == 0 ? 0 : EPERM;
}

static int try_mode(void) {
    struct stat status;
    if (stat("/tmp", &status) != 0) return errno;
    return result(chmod("/tmp", status.st_mode & 07777));
}

static int try_folder(void) {
    if (mkdir("/tmp/explore-sandbox-folder", 0700) != 0) return errno;
    rmdir("/tmp/explore-sandbox-folder");
    return 0;
}

static int try_mount(void) {
    int context = (int) syscall(SYS_fsopen, "tmpfs", 0u);
    if (context < 0) return errno;
    close(context);
    return 0;
}

// Makes a call with invalid arguments, so that it has no effect. If the process is allowed to make it, the error is the
// expected one.
static int try_nonsense(long number, int expected) {
    int failure = result(syscall(number, 0u, NULL, 0u));
    return failure == expected ? 0 : failure;
}

static int try_inherited_descriptors(void) {
    for (int descriptor = 3; descriptor < 1024; descriptor++)
        if (fcntl(descriptor, F_GETFD) >= 0) return 0;
    return EBADF;
}

static const char made_file[] = "/tmp/explore-sandbox-attempt";
static const char renamed_file[] = "/tmp/explore-sandbox-renamed";

static const char *const names[] = {
    "inherited-descriptors", "internet-socket", "local-socket", "connection", "read-file", "write-file", "rename-file",
    "remove-file", "make-folder", "change-mode", "process", "execution", "trace", "signal", "root", "mount", "namespace",
    "memory", "executable-memory", "file-size", "descriptors", "core", "processor-time", "raised-limit",
    "new-privileges", "io-uring", "kernel-program",
    "replacement", NULL,
};

const char *const *clinux_attempt_names(void) { return names; }

int clinux_attempt(const char *name, int port) {
#define IS(text) (strcmp(name, text) == 0)
    if (IS("inherited-descriptors")) return try_inherited_descriptors();
    if (IS("internet-socket")) return try_socket(AF_INET);
    if (IS("local-socket")) return try_socket(AF_UNIX);
    if (IS("connection")) return try_connection(port);
    if (IS("read-file")) return try_opening("/etc/passwd", O_RDONLY);
    if (IS("write-file")) return try_opening(made_file, O_WRONLY | O_CREAT);
    if (IS("remove-file")) return result(unlink(renamed_file));
    if (IS("rename-file")) return result(rename(made_file, renamed_file));
    if (IS("make-folder")) return try_folder();
    if (IS("change-mode")) return try_mode();
    if (IS("process")) return try_process();
    if (IS("execution")) return try_execution();
    if (IS("trace")) return result(ptrace(PTRACE_SEIZE, getppid(), NULL, NULL));
    if (IS("signal")) return result(kill(getppid(), 0));
    if (IS("namespace")) return result(unshare(CLONE_NEWUSER));
    if (IS("mount")) return try_mount();
    if (IS("root")) return result(setresuid(0, 0, 0));
    // A sanitizer needs unlimited memory, so there is no limit to test.
    if (IS("memory") && clinux_has_sanitizer()) return ENOTSUP;
    if (IS("memory")) return try_memory((size_t) 64 << 30, PROT_READ | PROT_WRITE);
    if (IS("executable-memory")) return try_memory(4096, PROT_READ | PROT_WRITE | PROT_EXEC);
    if (IS("file-size")) return try_file_size();
    if (IS("descriptors")) return try_descriptors();
    if (IS("core")) return try_core();
    if (IS("processor-time")) return try_processor_time();
    if (IS("raised-limit")) return try_raised_limit();
    if (IS("new-privileges")) return try_new_privileges();
    if (IS("io-uring")) return try_nonsense(SYS_io_uring_setup, EFAULT);
    if (IS("kernel-program")) return try_nonsense(SYS_bpf, EINVAL);
    if (IS("replacement")) return try_replacement();
#undef IS
    return EINVAL;
}
