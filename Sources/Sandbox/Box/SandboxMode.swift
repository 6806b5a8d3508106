/// What an administrator wants of the box.
package enum SandboxMode: String, CaseIterable, Sendable {
  /// Nothing is decoded where a fence is missing.
  case require
  /// What is missing is said, and what needs it is switched off.
  case attempt = "try"
  /// For looking for faults.
  case off
}
