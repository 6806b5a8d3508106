import CLinux

/// The system calls that a process which decodes files from strangers is refused; all others are
/// allowed.
package enum SystemCalls {
  package static let refused: [SystemCallRule] = network + programs + otherProcesses + kernel

  private static let network = [
    SystemCallRule("socket", __NR_socket),
    SystemCallRule("connect", __NR_connect),
    SystemCallRule("bind", __NR_bind),
    SystemCallRule("listen", __NR_listen),
    // It does all that the others do, past this filter.
    SystemCallRule("io_uring_setup", __NR_io_uring_setup),
  ]

  private static let programs = [
    SystemCallRule("execve", __NR_execve),
    SystemCallRule("execveat", __NR_execveat),
  ]

  private static let otherProcesses = [
    SystemCallRule("ptrace", __NR_ptrace),
    SystemCallRule("process_vm_readv", __NR_process_vm_readv),
    SystemCallRule("process_vm_writev", __NR_process_vm_writev),
    SystemCallRule("pidfd_open", __NR_pidfd_open),
    SystemCallRule("pidfd_getfd", __NR_pidfd_getfd),
    SystemCallRule("kill", __NR_kill),
    SystemCallRule("tkill", __NR_tkill),
    // abort() and raise() signal their own process.
    SystemCallRule("tgkill", __NR_tgkill, .ownProcessOnly),
  ]

  /// What only attacks on the kernel, or on what surrounds the process, have a use for.
  private static let kernel = [
    SystemCallRule("unshare", __NR_unshare),
    SystemCallRule("setns", __NR_setns),
    SystemCallRule("mount", __NR_mount),
    SystemCallRule("userfaultfd", __NR_userfaultfd),
    SystemCallRule("keyctl", __NR_keyctl),
    SystemCallRule("bpf", __NR_bpf),
    SystemCallRule("perf_event_open", __NR_perf_event_open),
    SystemCallRule("open_by_handle_at", __NR_open_by_handle_at),
  ]
}
