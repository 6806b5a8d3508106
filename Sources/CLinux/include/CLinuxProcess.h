// What a process that decodes files from strangers gives up. Glue only.
#pragma once

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Declared by glibc 2.34 for GNU sources only.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

static inline int pyramidion_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

static inline int pyramidion_die_with_parent(void) {
  return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

// Closes this process's memory, descriptors and environment to other processes of its user.
static inline int pyramidion_close_to_others(void) {
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

static inline int pyramidion_no_new_privileges(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

#if defined(__x86_64__)
#define PYRAMIDION_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define PYRAMIDION_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

#define PYRAMIDION_REFUSE(call)                                    \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1),          \
  BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

// From here on this process and its threads can open no socket, start no program, and look into,
// signal or take from no other process. 0, or -1 with errno.
static inline int pyramidion_refuse_network_and_programs(void) {
#ifdef PYRAMIDION_AUDIT_ARCH
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PYRAMIDION_AUDIT_ARCH, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#if defined(__x86_64__)
    // The x32 numbers of the same calls.
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x40000000, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
#endif
    PYRAMIDION_REFUSE(socket),
    PYRAMIDION_REFUSE(connect),
    PYRAMIDION_REFUSE(bind),
    PYRAMIDION_REFUSE(listen),
    PYRAMIDION_REFUSE(execve),
    PYRAMIDION_REFUSE(execveat),
    PYRAMIDION_REFUSE(ptrace),
    PYRAMIDION_REFUSE(process_vm_readv),
    PYRAMIDION_REFUSE(process_vm_writev),
    PYRAMIDION_REFUSE(io_uring_setup),
    PYRAMIDION_REFUSE(pidfd_getfd),
    PYRAMIDION_REFUSE(pidfd_open),
    PYRAMIDION_REFUSE(kill),
    PYRAMIDION_REFUSE(tkill),
    PYRAMIDION_REFUSE(unshare),
    PYRAMIDION_REFUSE(setns),
    PYRAMIDION_REFUSE(mount),
    PYRAMIDION_REFUSE(userfaultfd),
    PYRAMIDION_REFUSE(keyctl),
    PYRAMIDION_REFUSE(bpf),
    PYRAMIDION_REFUSE(perf_event_open),
    PYRAMIDION_REFUSE(open_by_handle_at),
    // abort() signals its own process, and may.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 3),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
#else
  return 0;
#endif
}
