import CLinux
import Glibc
import Posix

/// The system calls that a decoder may make, by its kind; all others end it.
///
/// Found by watching cuts of every format with libraries loaded beforehand, and then closed: what is
/// not needed is not here.
package enum SystemCalls {
  package static func rules(for kind: BoxKind) -> [SystemCallRule] {
    switch kind {
    case .tile: common + ownCode + refused + noNames
    case .raster: common + ownCode + files + refused + noNames
    case .vector: common + ownCode + files + refused + names
    case .program: common + loadedCode + files + refused + names
    }
  }

  /// How many calls do something for a decoder of the kind.
  package static func count(for kind: BoxKind) -> Int {
    rules(for: kind).count { rule in
      guard let own = CallArchitecture.own else { return false }
      return rule.allowsSomething && rule.call.number(on: own) != nil
    }
  }

  /// Memory, threads, time, and descriptors that are open.
  private static let common = [
    // Those first that are made most: the program asks one after the other.
    SystemCallRule(SystemCall("futex", x86: 202, arm: 98)),
    SystemCallRule(SystemCall("read", x86: 0, arm: 63)),
    SystemCallRule(SystemCall("write", x86: 1, arm: 64)),
    SystemCallRule(SystemCall("munmap", x86: 11, arm: 215)),
    SystemCallRule(SystemCall("madvise", x86: 28, arm: 233)),
    SystemCallRule(SystemCall("brk", x86: 12, arm: 214)),
    SystemCallRule(SystemCall("mremap", x86: 25, arm: 216)),
    // To whom its socket is connected with, and to nobody by an address.
    SystemCallRule(SystemCall("sendto", x86: 44, arm: 206), allowed(argument: 5, .isOneOf([0]))),
    SystemCallRule(SystemCall("close", x86: 3, arm: 57)),
    SystemCallRule(SystemCall("fstat", x86: 5, arm: 80)),
    SystemCallRule(
      SystemCall("clone", x86: 56, arm: 220),
      allowed(argument: 0, .hasAll(CloneFlag.thread), .hasNone(CloneFlag.newNamespaces))),
    SystemCallRule(SystemCall("set_robust_list", x86: 273, arm: 99)),
    SystemCallRule(SystemCall("rseq", x86: 334, arm: 293)),
    SystemCallRule(SystemCall("gettid", x86: 186, arm: 178)),
    SystemCallRule(SystemCall("getpid", x86: 39, arm: 172)),
    SystemCallRule(SystemCall("sched_getaffinity", x86: 204, arm: 123)),
    SystemCallRule(SystemCall("sched_yield", x86: 24, arm: 124)),
    SystemCallRule(SystemCall("sysinfo", x86: 99, arm: 179)),
    SystemCallRule(SystemCall("getrandom", x86: 318, arm: 278)),
    SystemCallRule(SystemCall("rt_sigprocmask", x86: 14, arm: 135)),
    SystemCallRule(SystemCall("rt_sigaction", x86: 13, arm: 134)),
    SystemCallRule(SystemCall("rt_sigreturn", x86: 15, arm: 139)),
    // abort() and raise() signal their own process.
    SystemCallRule(
      SystemCall("tgkill", x86: 234, arm: 131), allowed(argument: 0, .isOwnProcess)),
    SystemCallRule(SystemCall("clock_gettime", x86: 228, arm: 113)),
    SystemCallRule(SystemCall("clock_nanosleep", x86: 230, arm: 115)),
    SystemCallRule(SystemCall("poll", x86: 7, arm: nil)),
    SystemCallRule(SystemCall("ppoll", x86: nil, arm: 73)),
    SystemCallRule(SystemCall("restart_syscall", x86: 219, arm: 128)),
    SystemCallRule(
      SystemCall("prctl", x86: 157, arm: 167),
      allowed(argument: 0, .isOneOf([UInt32(PR_SET_NAME)]), otherwise: notPermitted)),
    SystemCallRule(SystemCall("exit", x86: 60, arm: 93)),
    SystemCallRule(SystemCall("exit_group", x86: 231, arm: 94)),
  ]

  /// Besides, for whose code is all there.
  private static let ownCode = [
    SystemCallRule(mmap, allowed(argument: 2, .hasNone(UInt32(PROT_EXEC)))),
    SystemCallRule(mprotect, allowed(argument: 2, .hasNone(UInt32(PROT_EXEC)))),
    SystemCallRule(execve, .refused(.operationNotPermitted)),
  ]

  /// The same for what begins as another program, once: which one, and which code, Landlock decides.
  ///
  /// Memory that can be written to is never run.
  private static let loadedCode = [
    SystemCallRule(
      mmap,
      allowed(
        argument: 2,
        .isOneOf(
          [PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE, PROT_READ | PROT_EXEC]
            .map(UInt32.init)))),
    SystemCallRule(
      mprotect,
      allowed(
        argument: 2,
        .isOneOf([PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE].map(UInt32.init)))),
    SystemCallRule(execve),
    SystemCallRule(SystemCall("arch_prctl", x86: 158, arm: nil)),
    SystemCallRule(SystemCall("set_tid_address", x86: 218, arm: 96)),
    SystemCallRule(SystemCall("getcwd", x86: 79, arm: 17)),
  ]

  /// Besides, for who reads a file and writes one.
  private static let files = [
    SystemCallRule(SystemCall("pread64", x86: 17, arm: 67)),
    SystemCallRule(SystemCall("pwrite64", x86: 18, arm: 68)),
    // A cut that begins anew takes away what it wrote.
    SystemCallRule(SystemCall("ftruncate", x86: 77, arm: 46)),
    SystemCallRule(SystemCall("lseek", x86: 8, arm: 62)),
    SystemCallRule(SystemCall("dup", x86: 32, arm: 23)),
    SystemCallRule(SystemCall("getrusage", x86: 98, arm: 165)),
    SystemCallRule(
      SystemCall("prlimit64", x86: 302, arm: 261),
      allowed(argument: 0, .isOneOf([0]), otherwise: notPermitted)),
  ]

  /// What libraries ask for and do well without, whatever is decoded.
  private static let refused = [
    // Its flags lie in memory, where no filter sees them: libraries go back to `clone`.
    SystemCallRule(SystemCall("clone3", x86: 435, arm: 435), .refused(.noSuchCall)),
    SystemCallRule(SystemCall("statx", x86: 332, arm: 291), .refused(.noSuchCall)),
    SystemCallRule(
      SystemCall("sigaltstack", x86: 131, arm: 132), .refused(.operationNotPermitted)),
    SystemCallRule(SystemCall("socket", x86: 41, arm: 198), .refused(.operationNotPermitted)),
    SystemCallRule(SystemCall("connect", x86: 42, arm: 203), .refused(.operationNotPermitted)),
    SystemCallRule(
      SystemCall("getpeername", x86: 52, arm: 205), .refused(.operationNotPermitted)),
    SystemCallRule(SystemCall("kill", x86: 62, arm: 129), .refused(.operationNotPermitted)),
    SystemCallRule(SystemCall("ioctl", x86: 16, arm: 29), .refused(.operationNotPermitted)),
    SystemCallRule(SystemCall("statfs", x86: 137, arm: 43), .refused(.operationNotPermitted)),
    SystemCallRule(SystemCall("unlink", x86: 87, arm: nil), .refused(.operationNotPermitted)),
    SystemCallRule(SystemCall("unlinkat", x86: 263, arm: 35), .refused(.operationNotPermitted)),
    SystemCallRule(
      SystemCall("set_mempolicy", x86: 238, arm: 237), .refused(.operationNotPermitted)),
    SystemCallRule(
      SystemCall("get_mempolicy", x86: 239, arm: 236), .refused(.operationNotPermitted)),
    SystemCallRule(
      SystemCall("sched_setaffinity", x86: 203, arm: 122), .refused(.operationNotPermitted)),
  ]

  /// Files by their names: for nobody but who needs fonts; which ones Landlock decides.
  private static let names = [
    SystemCallRule(
      openat,
      allowed(
        argument: 2,
        .hasNone(UInt32(O_WRONLY) | UInt32(O_RDWR) | UInt32(O_CREAT) | UInt32(O_TRUNC)),
        otherwise: notPermitted)),
    SystemCallRule(newfstatat),
    // The same as it was called before: what is built for old systems still does.
    SystemCallRule(SystemCall("stat", x86: 4, arm: nil)),
    SystemCallRule(access),
    SystemCallRule(faccessat),
    SystemCallRule(readlink),
    SystemCallRule(readlinkat),
    SystemCallRule(SystemCall("getdents64", x86: 217, arm: 61)),
    SystemCallRule(SystemCall("fstatfs", x86: 138, arm: 44)),
    SystemCallRule(SystemCall("fadvise64", x86: 221, arm: 223)),
    SystemCallRule(
      fcntl,
      allowed(
        argument: 1,
        .isOneOf([F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL].map(UInt32.init)),
        otherwise: notPermitted)),
  ]

  /// The same for all others.
  private static let noNames = [
    SystemCallRule(openat, .refused(.operationNotPermitted)),
    // `fstat` of the C library: of what is open, and of nothing that has a name.
    SystemCallRule(
      newfstatat,
      allowed(argument: 3, .hasAll(emptyPath), otherwise: notPermitted)),
    SystemCallRule(access, .refused(.operationNotPermitted)),
    SystemCallRule(faccessat, .refused(.operationNotPermitted)),
    SystemCallRule(readlink, .refused(.operationNotPermitted)),
    SystemCallRule(readlinkat, .refused(.operationNotPermitted)),
    SystemCallRule(fcntl, .refused(.operationNotPermitted)),
  ]

  private static let mmap = SystemCall("mmap", x86: 9, arm: 222)
  private static let mprotect = SystemCall("mprotect", x86: 10, arm: 226)
  private static let execve = SystemCall("execve", x86: 59, arm: 221)
  private static let openat = SystemCall("openat", x86: 257, arm: 56)
  private static let newfstatat = SystemCall("newfstatat", x86: 262, arm: 79)
  private static let access = SystemCall("access", x86: 21, arm: nil)
  private static let faccessat = SystemCall("faccessat", x86: nil, arm: 48)
  private static let readlink = SystemCall("readlink", x86: 89, arm: nil)
  private static let readlinkat = SystemCall("readlinkat", x86: nil, arm: 78)
  private static let fcntl = SystemCall("fcntl", x86: 72, arm: 25)

  /// `AT_EMPTY_PATH` (`linux/fcntl.h`): the descriptor itself is meant.
  private static let emptyPath: UInt32 = 0x1000

  private static let notPermitted = SystemCallRule.Otherwise.refused(.operationNotPermitted)

  private static func allowed(
    argument: Int, _ conditions: SystemCallRule.Condition...,
    otherwise: SystemCallRule.Otherwise = .killed
  ) -> SystemCallRule.Answer {
    .allowedIf(argument: argument, conditions, otherwise: otherwise)
  }
}

/// Flags of `clone` (`linux/sched.h`).
private enum CloneFlag {
  static let thread: UInt32 = 0x0001_0000
  /// Mounts, control groups, names of the host, queues, users, processes, network.
  static let newNamespaces: UInt32 = 0x7E02_0000
}
