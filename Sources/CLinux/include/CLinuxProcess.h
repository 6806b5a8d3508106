// What a process that decodes files from strangers gives up. Glue only.
#pragma once

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <spawn.h>
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

// Has what this process's children leave behind become its own.
static inline void pyramidion_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

static inline int pyramidion_no_new_privileges(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

// 0, or -1 with errno.
static inline int pyramidion_install_filter(struct sock_filter *instructions, unsigned short count) {
  struct sock_fprog program = {count, instructions};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}
