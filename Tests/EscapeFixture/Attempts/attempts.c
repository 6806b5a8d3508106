#define _GNU_SOURCE
#include "Attempts.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/io_uring.h>
#include <linux/keyctl.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

typedef const attempts_target *target;

pid_t attempts_fork(void) { return fork(); }

int attempts_become(uid_t user, gid_t group) {
  if (syscall(SYS_setgroups, 0, NULL) || setresgid(group, group, group)) return errno;
  if (setresuid(user, user, user) || prctl(PR_SET_DUMPABLE, 1)) return errno;
  return 0;
}

static int result(long answer) { return answer < 0 ? errno : 0; }

static int closing(int descriptor) {
  if (descriptor < 0) return errno;
  close(descriptor);
  return 0;
}

// The parent.

static int write_memory_file(target t) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", t->parent);
  int file = open(path, O_RDWR);
  if (file < 0) return errno;
  int64_t other = 1;
  return result(pwrite(file, &other, sizeof other, (off_t)(intptr_t)t->secret));
}

static int write_memory_call(target t) {
  int64_t other = 1;
  struct iovec here = {&other, sizeof other}, there = {(void *)t->secret, sizeof other};
  return result(process_vm_writev(t->parent, &here, 1, &there, 1, 0));
}

static int take_socket(target t) {
  int parent = (int)syscall(SYS_pidfd_open, t->parent, 0);
  if (parent < 0) return errno;
  return closing((int)syscall(SYS_pidfd_getfd, parent, t->listener, 0));
}

static int trace(target t) {
  if (ptrace(PTRACE_SEIZE, t->parent, 0, 0) != 0) return errno;
  ptrace(PTRACE_DETACH, t->parent, 0, 0);
  return 0;
}

static int read_file(const char *path) {
  char bytes[64];
  int file = open(path, O_RDONLY);
  if (file < 0) return errno;
  return result(read(file, bytes, sizeof bytes));
}

static int read_environment(target t) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/environ", t->parent);
  return read_file(path);
}

static int signal_parent(target t) { return result(kill(t->parent, SIGCONT)); }

static int signal_thread(target t) {
  return result(syscall(SYS_tgkill, t->parent, t->parent, SIGCONT));
}

static int use_leftover(target t) { return result(write(t->leftover, "", 0)); }

// The network.

static int connect_tcp(target t) {
  int socket_ = socket(AF_INET, SOCK_STREAM, 0);
  if (socket_ < 0) return errno;
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(t->port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return result(connect(socket_, (void *)&to, sizeof to));
}

static int send_udp(target t) {
  int socket_ = socket(AF_INET, SOCK_DGRAM, 0);
  if (socket_ < 0) return errno;
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(t->port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return result(sendto(socket_, "x", 1, 0, (void *)&to, sizeof to));
}

static int listen_tcp(target t) {
  (void)t;
  int socket_ = socket(AF_INET, SOCK_STREAM, 0);
  if (socket_ < 0) return errno;
  struct sockaddr_in at = {.sin_family = AF_INET};
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(socket_, (void *)&at, sizeof at) != 0) return errno;
  return result(listen(socket_, 1));
}

static int unix_socket(target t) {
  int socket_ = socket(AF_UNIX, SOCK_STREAM, 0);
  if (socket_ < 0) return errno;
  struct sockaddr_un at = {.sun_family = AF_UNIX};
  snprintf(at.sun_path, sizeof at.sun_path, "%s/socket", t->folder);
  return result(bind(socket_, (void *)&at, sizeof at));
}

static int socket_pair(target t) {
  (void)t;
  int ends[2];
  return result(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
}

// Files.

static int read_users(target t) {
  (void)t;
  return read_file("/etc/passwd");
}

// Whom a decoder becomes may not read it: only root may.
static int read_secrets(target t) {
  (void)t;
  return read_file("/etc/shadow");
}

static int read_own_file(target t) { return read_file(t->file); }

static int look_at_file(target t) {
  struct stat status;
  return result(syscall(SYS_newfstatat, AT_FDCWD, t->file, &status, 0));
}

static int create_file(target t) {
  char path[256];
  snprintf(path, sizeof path, "%s/created", t->folder);
  return closing(open(path, O_WRONLY | O_CREAT, 0600));
}

static int remove_file(target t) {
  return result(syscall(SYS_unlinkat, AT_FDCWD, t->file, 0));
}

static int rename_file(target t) {
  char path[256];
  snprintf(path, sizeof path, "%s/renamed", t->folder);
  return result(rename(t->file, path));
}

static int change_rights(target t) { return result(chmod(t->file, 0666)); }

static int make_folder(target t) {
  char path[256];
  snprintf(path, sizeof path, "%s/made", t->folder);
  return result(mkdir(path, 0700));
}

static int reopen_for_writing(target t) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", t->reading);
  return closing(open(path, O_WRONLY));
}

static int memory_file(target t) {
  (void)t;
  return closing(memfd_create("x", 0));
}

// Code and processes.

static int writable_code(target t) {
  (void)t;
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS,
                    -1, 0);
  return page == MAP_FAILED ? errno : 0;
}

static int make_executable(target t) {
  (void)t;
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return errno;
  return result(mprotect(page, 4096, PROT_READ | PROT_EXEC));
}

static int executable_personality(target t) {
  (void)t;
  return result(personality(READ_IMPLIES_EXEC));
}

static int start_program(target t) {
  (void)t;
  char *const words[] = {"true", NULL}, *const none[] = {NULL};
  // Comes back only where it failed; the program's own end is success.
  return result(execve("/bin/true", words, none));
}

static int finish(long child) {
  if (child < 0) return errno;
  if (child == 0) _exit(0);
  waitpid((pid_t)child, NULL, __WALL);
  return 0;
}

static int copy_process(target t) {
  (void)t;
  return finish(fork());
}

static int clone_process(target t) {
  (void)t;
  return finish(syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0));
}

static int clone3_process(target t) {
  (void)t;
  struct clone_args what = {.exit_signal = SIGCHLD};
  return finish(syscall(SYS_clone3, &what, sizeof what));
}

static int new_user_namespace(target t) {
  (void)t;
  return result(unshare(CLONE_NEWUSER));
}

static int new_network_namespace(target t) {
  (void)t;
  return result(unshare(CLONE_NEWNET));
}

static int mount_folder(target t) {
  // In mounts of its own, so that nothing is left where it gets through.
  if (unshare(CLONE_NEWNS) != 0) return errno;
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return errno;
  return result(mount("tmpfs", t->folder, "tmpfs", 0, NULL));
}

// The kernel's larger doors.

static int io_uring(target t) {
  (void)t;
  struct io_uring_params with = {0};
  return closing((int)syscall(SYS_io_uring_setup, 4, &with));
}

static int user_fault(target t) {
  (void)t;
  return closing((int)syscall(SYS_userfaultfd, 0));
}

static int bpf(target t) {
  (void)t;
  union bpf_attr map = {0};
  map.map_type = BPF_MAP_TYPE_ARRAY;
  map.key_size = 4;
  map.value_size = 4;
  map.max_entries = 1;
  return closing((int)syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map));
}

static int keyring(target t) {
  (void)t;
  return result(syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, 0, 0, 0, 0));
}

static int perf(target t) {
  (void)t;
  struct perf_event_attr what = {.type = PERF_TYPE_SOFTWARE, .size = sizeof what};
  what.config = PERF_COUNT_SW_DUMMY;
  what.exclude_kernel = 1;
  return closing((int)syscall(SYS_perf_event_open, &what, 0, -1, -1, 0));
}

static int shared_memory(target t) {
  (void)t;
  int segment = shmget(IPC_PRIVATE, 4096, 0600);
  if (segment < 0) return errno;
  return result(shmctl(segment, IPC_RMID, NULL));
}

// Its own bounds.

static int become_root(target t) {
  (void)t;
  return result(syscall(SYS_setresuid, 0, 0, 0));
}

static int raise_limit(target t) {
  (void)t;
  struct rlimit limit = {4096, 4096};
  return result(setrlimit(RLIMIT_NOFILE, &limit));
}

static int limit_parent(target t) {
  struct rlimit limit;
  return result(prlimit(t->parent, RLIMIT_NOFILE, NULL, &limit));
}

static int outlive_parent(target t) {
  (void)t;
  return result(prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0));
}

static int open_own_memory(target t) {
  (void)t;
  return result(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
}

#ifdef __x86_64__
// getpid by the table of 32-bit programs.
static int other_architecture(target t) {
  (void)t;
  long number = 20;
  __asm__ volatile("int $0x80" : "+a"(number) : : "memory", "r8", "r9", "r10", "r11");
  return number > 0 ? 0 : ENOSYS;
}

// getpid by the table of 64-bit programs with short pointers.
static int second_table(target t) {
  (void)t;
  return result(syscall(0x40000000 | SYS_getpid));
}
#endif

static const attempts_attempt all[] = {
    {"parent's memory by its file", write_memory_file},
    {"parent's memory by a call", write_memory_call},
    {"parent's socket", take_socket},
    {"parent traced", trace},
    {"parent's environment", read_environment},
    {"parent signalled", signal_parent},
    {"parent's thread signalled", signal_thread},
    {"parent's limits", limit_parent},
    {"parent's descriptor", use_leftover},
    {"TCP connection", connect_tcp},
    {"UDP datagram", send_udp},
    {"TCP listener", listen_tcp},
    {"Unix socket", unix_socket},
    {"pair of sockets", socket_pair},
    {"users read", read_users},
    {"secrets read", read_secrets},
    {"own file read", read_own_file},
    {"file looked at by name", look_at_file},
    {"file created", create_file},
    {"file renamed", rename_file},
    {"file removed", remove_file},
    {"rights changed", change_rights},
    {"folder made", make_folder},
    {"reopened for writing", reopen_for_writing},
    {"file of memory", memory_file},
    {"writable code", writable_code},
    {"data made code", make_executable},
    {"all data made code", executable_personality},
    {"program started", start_program},
    {"process copied", copy_process},
    {"process cloned", clone_process},
    {"process cloned by clone3", clone3_process},
    {"user namespace", new_user_namespace},
    {"network namespace", new_network_namespace},
    {"mount", mount_folder},
    {"io_uring", io_uring},
    {"userfaultfd", user_fault},
    {"bpf", bpf},
    {"keyring", keyring},
    {"perf", perf},
    {"shared memory", shared_memory},
    {"root again", become_root},
    {"limits raised", raise_limit},
    {"parent outlived", outlive_parent},
    {"own memory opened", open_own_memory},
#ifdef __x86_64__
    {"calls of 32 bits", other_architecture},
    {"second table of calls", second_table},
#endif
};
const int attempts_count = sizeof all / sizeof *all;

attempts_attempt attempts_at(int index) { return all[index]; }
