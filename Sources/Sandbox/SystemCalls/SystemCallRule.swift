package import Posix

/// What a boxed process is answered for a system call; calls without a rule kill it.
package struct SystemCallRule: Sendable {
  package enum Answer: Equatable, Sendable {
    case allowed
    /// Libraries try it and do well without.
    case refused(Errno)
    /// Allowed where all conditions hold for one argument.
    case allowedIf(argument: Int, [Condition], otherwise: Otherwise)
  }

  /// What holds for the lower half of an argument: the kernel looks at no more of those that are
  /// asked about.
  package enum Condition: Equatable, Sendable {
    case hasAll(UInt32)
    case hasNone(UInt32)
    case isOneOf([UInt32])
    /// Is the number of the process itself.
    case isOwnProcess
  }

  package enum Otherwise: Equatable, Sendable {
    case killed
    case refused(Errno)
  }

  package let call: SystemCall
  package let answer: Answer

  init(_ call: SystemCall, _ answer: Answer = .allowed) {
    self.call = call
    self.answer = answer
  }

  /// Whether the call does anything at all for the process.
  package var allowsSomething: Bool {
    switch answer {
    case .allowed, .allowedIf: true
    case .refused: false
    }
  }
}
