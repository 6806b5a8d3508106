// What the box of a decoder is made of. Glue only: what is decided stands in Swift.
#pragma once

#include <errno.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Swift's Glibc module has no fork(): its own runtime would not survive one in general.
static inline pid_t pyramidion_fork(void) { return fork(); }

// glibc has it since 2.34, for GNU sources only.
static inline int pyramidion_close_range(unsigned first, unsigned last) {
  return (int)syscall(SYS_close_range, first, last, 0);
}

// The kernel's calls: each for the calling thread alone. 0, or -1 with errno.
static inline int pyramidion_become(uid_t user, gid_t group) {
  if (syscall(SYS_setgroups, 0, (void *)0) != 0) return -1;
  if (syscall(SYS_setresgid, group, group, group) != 0) return -1;
  return (int)syscall(SYS_setresuid, user, user, user);
}

static inline int pyramidion_drop_bounding(int capability) {
  return prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
}

static inline int pyramidion_clear_ambient(void) {
  return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
}

static inline int pyramidion_clear_capabilities(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  return (int)syscall(SYS_capset, &header, none);
}

// 1 when this thread holds no capability, 0 when it holds some, -1 with errno.
static inline int pyramidion_has_no_capability(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct held[_LINUX_CAPABILITY_U32S_3] = {{0}};
  if (syscall(SYS_capget, &header, held) != 0) return -1;
  for (int i = 0; i < _LINUX_CAPABILITY_U32S_3; i++)
    if (held[i].effective || held[i].permitted || held[i].inheritable) return 0;
  return 1;
}

// The kernel's `struct landlock_ruleset_attr` in the length it has had since Linux 6.12; older
// kernels take it where the fields they don't know are zero.
struct pyramidion_landlock_rights {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

static inline int pyramidion_landlock_version(void) {
  return (int)syscall(SYS_landlock_create_ruleset, (void *)0, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

static inline int pyramidion_landlock_create(struct pyramidion_landlock_rights rights) {
  return (int)syscall(SYS_landlock_create_ruleset, &rights, sizeof rights, 0);
}

static inline int pyramidion_landlock_allow_beneath(int ruleset, int folder, uint64_t rights) {
  struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = folder};
  return (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

static inline int pyramidion_landlock_restrict(int ruleset) {
  return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}
