/// Eight vectors of eight numbers, to be turned over: rows become columns.
struct EightBlocks {
  private typealias Pairs = SIMD4<UInt32>
  private typealias Fours = SIMD2<UInt64>

  private var storage: InlineArray<8, SIMD8<Int16>> = .init(repeating: SIMD8())

  subscript(index: Int) -> SIMD8<Int16> {
    @inline(__always) get { unsafe storage[unchecked: index] }
    @inline(__always) set { unsafe storage[unchecked: index] = newValue }
  }

  /// Exchanges rows and columns: each step brings twice as many neighbours together.
  @inline(__always)
  mutating func transpose() {
    let a = Self.woven(self[0], self[1])
    let b = Self.woven(self[2], self[3])
    let c = Self.woven(self[4], self[5])
    let d = Self.woven(self[6], self[7])
    let (ab, ef) = (Self.woven(a.low, b.low), Self.woven(a.high, b.high))
    let (cd, gh) = (Self.woven(c.low, d.low), Self.woven(c.high, d.high))
    (self[0], self[1]) = Self.woven(ab.low, cd.low)
    (self[2], self[3]) = Self.woven(ab.high, cd.high)
    (self[4], self[5]) = Self.woven(ef.low, gh.low)
    (self[6], self[7]) = Self.woven(ef.high, gh.high)
  }

  /// Numbers of two vectors by turns.
  @inline(__always)
  private static func woven(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> (low: Pairs, high: Pairs) {
    let low = SIMD8(a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3])
    let high = SIMD8(a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7])
    return unsafe (unsafeBitCast(low, to: Pairs.self), unsafeBitCast(high, to: Pairs.self))
  }

  /// Pairs of numbers by turns.
  @inline(__always)
  private static func woven(_ a: Pairs, _ b: Pairs) -> (low: Fours, high: Fours) {
    let low = SIMD4(a[0], b[0], a[1], b[1])
    let high = SIMD4(a[2], b[2], a[3], b[3])
    return unsafe (unsafeBitCast(low, to: Fours.self), unsafeBitCast(high, to: Fours.self))
  }

  /// Fours of numbers by turns.
  @inline(__always)
  private static func woven(_ a: Fours, _ b: Fours) -> (SIMD8<Int16>, SIMD8<Int16>) {
    unsafe (
      unsafeBitCast(SIMD2(a[0], b[0]), to: SIMD8<Int16>.self),
      unsafeBitCast(SIMD2(a[1], b[1]), to: SIMD8<Int16>.self)
    )
  }
}
