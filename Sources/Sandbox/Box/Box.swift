import CLinux
import Glibc
import Posix

/// What a process that decodes files from strangers gives up for good, before it sees the first of
/// their bytes.
package struct Box: Codable, Sendable {
  package let kind: BoxKind
  /// Those fences that were found to stand here.
  package let layers: BoxLayers
  /// Whom to become; nil to stay who this is.
  package let user: BoxUser?
  /// Bytes that may be written to.
  package let memory: Int
  /// Of processor time, from its start.
  package let processorSeconds: Int
  /// Bytes that a file may grow to.
  package let fileSize: Int
  /// Of ``BoxKind/program``, where that lies.
  package let program: String?

  /// - Parameters:
  ///   - kind: what is decoded.
  ///   - policy: what was found to work here.
  ///   - memory: bytes that may be written to.
  ///   - processorSeconds: of processor time, from the process's start.
  ///   - fileSize: bytes that a file may grow to; nothing for who writes none.
  ///   - program: of ``BoxKind/program``, where that lies; no other one can be begun.
  package init(
    _ kind: BoxKind, _ policy: BoxPolicy, memory: Int, processorSeconds: Int, fileSize: Int = 0,
    program: String? = nil
  ) {
    self.kind = kind
    layers = policy.layers
    user = policy.user
    self.memory = memory
    self.processorSeconds = processorSeconds
    self.fileSize = fileSize
    self.program = program
  }

  /// Closes the box around this process, which has one thread.
  ///
  /// - Parameters:
  ///   - descriptors: all that stay open.
  ///   - parent: whose child this is, and with whom it ends.
  /// - Throws: which fence could not be put up.
  package func enter(keeping descriptors: [CInt], childOf parent: Int32) throws(BoxFailure) {
    Self.close(allBut: descriptors)
    // Ctrl-C is the parent's to handle; who leads a group already stays in it.
    _ = setpgid(0, 0)
    // Swift's crash handler would start a program to print a trace, and can't here: a crash is to
    // be the end, at once, that the parent sees.
    for crash in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGSYS] {
      _ = signal(crash, SIG_DFL)
    }
    try limit()
    Capabilities.dropBounds()
    if layers.contains(.user), let user {
      try Self.step("becoming \(user.name)", user.become)
    }
    try Self.step("giving up capabilities", Capabilities.clear)
    guard pyramidion_close_to_others() == 0 else { throw BoxFailure("closing memory", .current) }
    // After the change of user, which makes the kernel forget it.
    guard pyramidion_die_with_parent() == 0 else {
      throw BoxFailure("being bound to its parent", .current)
    }
    // The parent may have ended before its end was made this process's.
    guard getppid() == parent else { throw BoxFailure("its parent has ended", .brokenPipe) }
    guard pyramidion_no_new_privileges() == 0 else {
      throw BoxFailure("giving up new privileges", .current)
    }
    if layers.contains(.landlock) {
      let opened = openedFiles
      try Self.step("Landlock") { () throws(Errno) in try Landlock.enter(opening: opened) }
    }
    if layers.contains(.systemCalls), let architecture = CallArchitecture.own {
      let rules = SystemCalls.rules(for: kind)
      let filter = SystemCallFilter(rules, architecture: architecture, process: getpid())
      try Self.step("the filter of system calls", filter.install)
    }
  }

  /// Makes the tables of a box once, so that copies of this process have them.
  ///
  /// - Parameter kind: what will be decoded.
  package static func rehearse(_ kind: BoxKind) {
    guard let architecture = CallArchitecture.own else { return }
    _ = SystemCallFilter(
      SystemCalls.rules(for: kind), architecture: architecture, process: getpid())
  }

  /// What may be opened by its name.
  private var openedFiles: [LandlockGrant] {
    switch kind {
    case .raster, .tile: []
    case .vector: FontFolders.all.map { LandlockGrant(beneath: $0) }
    case .program: program.map { LandlockGrant.code(of: $0) } ?? []
    }
  }

  private func limit() throws(BoxFailure) {
    do throws(Errno) {
      try HardLimits.setMemory(bytes: memory)
      try HardLimits.setProcessorTime(seconds: processorSeconds)
      try HardLimits.setFileSize(bytes: fileSize)
      try HardLimits.setSmallThings()
    } catch {
      throw BoxFailure("limits", error)
    }
  }

  private static func step(_ name: String, _ body: () throws(Errno) -> Void) throws(BoxFailure) {
    do throws(Errno) {
      try body()
    } catch {
      throw BoxFailure(name, error)
    }
  }

  private static func close(allBut kept: [CInt]) {
    var first: CInt = 0
    for descriptor in kept.sorted() where descriptor >= first {
      close(first..<descriptor)
      first = descriptor + 1
    }
    close(first..<CInt.max)
  }

  private static func close(_ numbers: Range<CInt>) {
    guard !numbers.isEmpty,
      pyramidion_close_range(UInt32(numbers.lowerBound), UInt32(numbers.upperBound - 1)) != 0
    else { return }
    // A kernel before 5.9, or a filter around this process: one by one.
    var limit = rlimit()
    _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    for number in numbers.clamped(to: 0..<CInt(clamping: limit.rlim_cur)) {
      _ = Glibc.close(number)
    }
  }
}
