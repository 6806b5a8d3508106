import Sandbox

/// What `inspect --json` says of the box that decoders are in; its keys are a promise.
struct SandboxReport: Encodable {
  /// Whether every fence stands.
  let complete: Bool
  /// Landlock's version.
  @NullWhenNone var landlock: Int?
  /// Calls that a decoder of pixels may make.
  @NullWhenNone var systemCalls: Int?
  /// Whom decoders run as.
  let user: String
  /// Bytes that each decoder may write to.
  let memory: Int
  let missing: [String]
  let text: String

  private enum CodingKeys: CodingKey {
    case complete, landlock, systemCalls, user, memory, missing
  }

  /// - Parameters:
  ///   - policy: how decoders are boxed.
  ///   - memory: bytes that each may write to.
  init(_ policy: BoxPolicy, memory: Int) {
    complete = policy.isWhole
    landlock = policy.landlockVersion
    systemCalls = policy.layers.contains(.systemCalls) ? SystemCalls.count(for: .raster) : nil
    user = policy.userName
    self.memory = memory
    missing = policy.isOff ? ["the sandbox is off"] : policy.missing
    text = policy.line(memory: memory)
  }
}
