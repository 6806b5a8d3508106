/// What an administrator wants of the box.
package enum SandboxMode: String, CaseIterable, Sendable {
  /// Nothing is decoded where a fence is missing.
  case require
  /// What is missing is said, and what needs it is switched off.
  case attempt = "try"
  /// For looking for faults.
  case off
}

/// How decoders are to be boxed.
package struct SandboxSettings: Sendable {
  package var mode = SandboxMode.attempt
  /// Whom decoders become where the program runs as root; nil for ``BoxUser/nobody``.
  package var user: String?

  package init() {}
}
