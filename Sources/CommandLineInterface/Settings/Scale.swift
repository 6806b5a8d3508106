/// How a whole number that is given becomes the one that is kept, and back.
struct Scale<Kept: Sendable>: Sendable {
  let kept: @Sendable (Int) -> Kept
  let given: @Sendable (Kept) -> Int
}

extension Scale where Kept: BinaryInteger {
  /// The same number.
  static var plain: Self { Scale(kept: { Kept($0) }, given: { Int($0) }) }
  /// Given in kilobytes, kept in bytes.
  static var kilobytes: Self { Scale(kept: { Kept($0) << 10 }, given: { Int($0 >> 10) }) }
  /// Given in megabytes, kept in bytes.
  static var megabytes: Self { Scale(kept: { Kept($0) << 20 }, given: { Int($0 >> 20) }) }
}

extension Scale<Duration> {
  /// Given in seconds.
  static var seconds: Self {
    Scale(kept: { .seconds($0) }, given: { Int($0.components.seconds) })
  }
}

extension Scale<Double> {
  /// The same number.
  static var plain: Self { Scale(kept: { Double($0) }, given: { Int($0) }) }
}
