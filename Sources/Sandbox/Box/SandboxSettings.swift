/// How decoders are to be boxed.
package struct SandboxSettings: Sendable {
  package var mode = SandboxMode.attempt
  /// Whom decoders become where the program runs as root; nil for ``BoxUser/nobody``.
  package var user: String?

  package init() {}
}
