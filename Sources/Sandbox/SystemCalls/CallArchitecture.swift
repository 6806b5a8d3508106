/// A kind of processor whose table of system calls is known here.
package enum CallArchitecture: CaseIterable, Sendable {
  case x86
  case arm

  /// The one this was built for; nil where nobody has written its table.
  package static var own: CallArchitecture? {
    #if arch(x86_64)
      .x86
    #elseif arch(arm64)
      .arm
    #else
      nil
    #endif
  }

  /// The kernel's name for it (`AUDIT_ARCH_*`).
  package var auditNumber: UInt32 {
    switch self {
    case .x86: 0xC000_003E
    case .arm: 0xC000_00B7
    }
  }

  /// Set in the numbers of a second table of the same calls, which nothing here uses; x86-64 has one.
  package var secondTable: UInt32? {
    switch self {
    case .x86: 0x4000_0000
    case .arm: nil
    }
  }
}
