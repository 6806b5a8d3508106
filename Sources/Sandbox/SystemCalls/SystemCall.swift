/// A system call: its name and its numbers, as the kernel's tables have them.
package struct SystemCall: Equatable, Sendable {
  package let name: String
  private let x86: UInt32?
  private let arm: UInt32?

  /// - Parameters:
  ///   - name: the kernel's.
  ///   - x86: its number on x86-64 (`asm/unistd_64.h`); nil where there is none.
  ///   - arm: its number on aarch64 (`asm-generic/unistd.h`); nil where there is none.
  init(_ name: String, x86: UInt32?, arm: UInt32?) {
    self.name = name
    self.x86 = x86
    self.arm = arm
  }

  package func number(on architecture: CallArchitecture) -> UInt32? {
    switch architecture {
    case .x86: x86
    case .arm: arm
    }
  }
}
