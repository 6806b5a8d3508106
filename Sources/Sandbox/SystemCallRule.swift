/// What a confined process is answered for a system call that it may not make as it likes.
package struct SystemCallRule: Sendable {
  package enum Answer: Sendable {
    /// EPERM, whatever its arguments are.
    case refused
    /// EPERM but where its first argument is the process itself.
    case ownProcessOnly
  }

  /// As the kernel's tables have it.
  package let name: String
  /// On this architecture.
  package let number: UInt32
  package let answer: Answer

  init(_ name: String, _ number: Int32, _ answer: Answer = .refused) {
    self.name = name
    self.number = UInt32(number)
    self.answer = answer
  }
}
