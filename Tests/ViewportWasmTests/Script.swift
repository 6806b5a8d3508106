/// One call of an export, by its name in the module.
struct Call: Equatable, Sendable {
  let name: String
  let arguments: [Double]

  init(_ name: String, _ arguments: [Double]) {
    self.name = name
    self.arguments = arguments
  }
}

/// What a call answered: its return value, and the bits of every double it wrote.
struct Answer: Equatable, Sendable {
  let result: Double
  let bits: [UInt64]

  init(result: Double, bits: [UInt64]) {
    self.result = result
    self.bits = bits.map(Self.canonical)
  }

  var values: [Double] { bits.map { Double(bitPattern: $0) } }

  /// Which NaN it is may differ between machines, and means nothing.
  private static func canonical(_ bits: UInt64) -> UInt64 {
    Double(bitPattern: bits).isNaN ? Double.nan.bitPattern : bits
  }
}

/// Calls in order.
///
/// Each script starts with nothing open, so that it runs alike alone and after others.
struct Script: Sendable {
  let name: String
  let calls: [Call]

  init(_ name: String, _ calls: [Call]) {
    self.name = name
    self.calls = Self.clean + calls
  }

  /// Closes every slot, and the question: its size is refused.
  static let clean =
    (0..<8).map { Call("close", [Double($0)]) } + [Call("questionBegin", [0, 0])]
}
