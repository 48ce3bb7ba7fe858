// A seccomp(2) filter in classic BPF: a list of allowed system calls.
//
// Call numbers differ between processors, so the list uses names, and calls that a processor does not have are omitted.
// A filter sees the arguments of a call but not the memory they point to, so it cannot examine paths: that is left to
// Landlock.

#define _GNU_SOURCE

#include "clinux_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef THIS_ARCHITECTURE

enum { most_instructions = 512, set_vma_name = 0x53564d41 };

struct program {
    struct sock_filter code[most_instructions];
    unsigned short count;
};

static void add(struct program *program, struct sock_filter instruction) {
    if (program->count < most_instructions) program->code[program->count++] = instruction;
}

#define STATEMENT(code, value) ((struct sock_filter) BPF_STMT(code, value))
#define JUMP(code, value, yes, no) ((struct sock_filter) BPF_JUMP(code, value, yes, no))
#define LOW_WORD(argument) (offsetof(struct seccomp_data, args[argument]))
#define HIGH_WORD(argument) (LOW_WORD(argument) + 4)

static const int allowed = SECCOMP_RET_ALLOW;
static const int refused = SECCOMP_RET_ERRNO | EPERM;

static void load(struct program *program, size_t offset) {
    add(program, STATEMENT(BPF_LD | BPF_W | BPF_ABS, (uint32_t) offset));
}

static void answer(struct program *program, uint32_t value) { add(program, STATEMENT(BPF_RET | BPF_K, value)); }

static void allow(struct program *program, long call) {
    add(program, JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t) call, 0, 1));
    answer(program, allowed);
}

// Begins and ends the rules for one call. Between them, each path must end with a return.
static unsigned short begin(struct program *program, long call) {
    unsigned short start = program->count;
    add(program, JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t) call, 0, 0));
    return start;
}

static void end(struct program *program, unsigned short start) {
    answer(program, refused);
    program->code[start].jf = (uint8_t) (program->count - start - 1);
}

// Allows a call if an argument is one of these values.
static void allow_if_one_of(struct program *program, long call, int argument, const uint32_t *values, int count) {
    unsigned short start = begin(program, call);
    load(program, LOW_WORD(argument));
    for (int i = 0; i < count; i++) {
        add(program, JUMP(BPF_JMP | BPF_JEQ | BPF_K, values[i], 0, 1));
        answer(program, allowed);
    }
    end(program, start);
}

// Allows a call if none of these bits is set in an argument.
static void allow_without(struct program *program, long call, int argument, uint32_t bits) {
    unsigned short start = begin(program, call);
    load(program, LOW_WORD(argument));
    add(program, JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0));
    answer(program, allowed);
    end(program, start);
}

static void allow_reading_files(struct program *program) {
    const uint32_t writes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);
    allow_without(program, SYS_openat, 2, writes);
    allow(program, SYS_getdents64);
    allow(program, SYS_readlinkat);
    allow(program, SYS_faccessat);
    allow(program, SYS_statx);
    allow(program, SYS_fstatfs);
    allow(program, SYS_statfs);
    allow(program, SYS_newfstatat);
#ifdef SYS_faccessat2
    allow(program, SYS_faccessat2);
#endif
#ifdef SYS_open
    allow_without(program, SYS_open, 1, writes);
    allow(program, SYS_stat);
    allow(program, SYS_lstat);
    allow(program, SYS_access);
    allow(program, SYS_readlink);
#endif
}

static void allow_threads(struct program *program) {
    // Allows threads but not processes. The newer call hides its flags behind a pointer; if it is reported as missing,
    // the C library falls back to the older one.
    unsigned short start = begin(program, SYS_clone);
    load(program, LOW_WORD(0));
    const uint32_t spaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET
        | CLONE_NEWCGROUP;
    add(program, JUMP(BPF_JMP | BPF_JSET | BPF_K, spaces, 2, 0));
    add(program, JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1));
    answer(program, allowed);
    end(program, start);
#ifdef SYS_clone3
    start = begin(program, SYS_clone3);
    answer(program, SECCOMP_RET_ERRNO | ENOSYS);
    end(program, start);
#endif
    // A signal to the process itself, with which abort(3) ends it.
    const uint32_t self = (uint32_t) getpid();
    allow_if_one_of(program, SYS_tgkill, 0, &self, 1);
}

static void allow_own_limits(struct program *program) {
    unsigned short start = begin(program, SYS_prlimit64);
    load(program, LOW_WORD(2));
    add(program, JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3));
    load(program, HIGH_WORD(2));
    add(program, JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1));
    answer(program, allowed);
    end(program, start);
}

// Calls that are harmless with any arguments.
static const long harmless[] = {
    // Operations on open descriptors: reading, writing, waiting.
    SYS_read, SYS_readv, SYS_pread64, SYS_preadv, SYS_write, SYS_writev, SYS_lseek, SYS_fstat, SYS_close, SYS_fadvise64,
    SYS_dup, SYS_dup3, SYS_pipe2, SYS_eventfd2, SYS_ppoll, SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl,
    SYS_epoll_pwait,
    // Memory.
    SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_mincore, SYS_membarrier,
    // Threads.
    SYS_futex, SYS_set_robust_list, SYS_get_robust_list, SYS_set_tid_address, SYS_sched_yield, SYS_sched_getaffinity,
    SYS_sched_getattr, SYS_sched_getparam, SYS_sched_getscheduler, SYS_getcpu, SYS_exit, SYS_exit_group,
#ifdef SYS_rseq
    SYS_rseq,
#endif
    // Signals to the process itself.
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall,
    // Clocks and process information.
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_times, SYS_getrandom,
    SYS_getrusage, SYS_sysinfo, SYS_uname, SYS_getpid, SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid,
    SYS_getegid,
#ifdef SYS_time
    SYS_time,
#endif
#ifdef SYS_getrlimit
    SYS_getrlimit,
#endif
#ifdef SYS_poll
    SYS_poll, SYS_select, SYS_epoll_wait, SYS_dup2, SYS_arch_prctl,
#endif
};

int clinux_seccomp(int opens_files) {
    struct program program = { .count = 0 };
    load(&program, offsetof(struct seccomp_data, arch));
    add(&program, JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCHITECTURE, 1, 0));
    answer(&program, SECCOMP_RET_KILL_PROCESS);
    load(&program, offsetof(struct seccomp_data, nr));
    // Calls of the x32 ABI have numbers beyond all of these, so they are refused at the end.
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++) allow(&program, harmless[i]);
    allow_without(&program, SYS_mmap, 2, PROT_EXEC);
    allow_without(&program, SYS_mprotect, 2, PROT_EXEC);
    static const uint32_t commands[] = { F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL };
    allow_if_one_of(&program, SYS_fcntl, 1, commands, sizeof commands / sizeof *commands);
    static const uint32_t names[] = { PR_SET_NAME, set_vma_name };
    allow_if_one_of(&program, SYS_prctl, 0, names, sizeof names / sizeof *names);
    allow_threads(&program);
    allow_own_limits(&program);
    if (opens_files) {
        allow_reading_files(&program);
    } else {
        // fstat(3) uses this call.
        unsigned short start = begin(&program, SYS_newfstatat);
        load(&program, LOW_WORD(3));
        add(&program, JUMP(BPF_JMP | BPF_JSET | BPF_K, AT_EMPTY_PATH, 0, 1));
        answer(&program, allowed);
        end(&program, start);
    }
    answer(&program, refused);
    if (program.count == most_instructions) return E2BIG;

    struct sock_fprog filter = { .len = program.count, .filter = program.code };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0 ? 0 : errno;
}

#else

int clinux_seccomp(int opens_files) {
    (void) opens_files;
    return ENOSYS;
}

#endif
