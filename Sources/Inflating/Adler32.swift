/// A running Adler-32, as zlib's streams end with (RFC 1950, 8.2).
struct Adler32 {
  private static let modulus: UInt32 = 65_521
  /// Bytes after which a lane's sum may not fit into 16 bits, or a sum of sums into 32.
  private static let mostBytes = 16 * 256

  private var sum: UInt32 = 1
  private var sumOfSums: UInt32 = 0

  var value: UInt32 { sumOfSums << 16 | sum }

  mutating func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    var place = 0
    while place < bytes.count {
      let count = min(Self.mostBytes, bytes.count - place)
      unsafe add(base + place, count)
      sum %= Self.modulus
      sumOfSums %= Self.modulus
      place += count
    }
  }

  private mutating func add(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    let whole = count / 16
    if whole > 0 {
      let weights = SIMD16<UInt16>(16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
      // Of the bytes, of what stood before each step, and of the bytes by their places in it.
      var sums = SIMD16<UInt16>()
      var before = SIMD16<UInt32>()
      var placed = SIMD16<UInt32>()
      for step in 0..<whole {
        let raw = unsafe UnsafeRawPointer(bytes).loadUnaligned(
          fromByteOffset: 16 &* step, as: SIMD16<UInt8>.self)
        let wide = SIMD16<UInt16>(truncatingIfNeeded: raw)
        before &+= SIMD16<UInt32>(truncatingIfNeeded: sums)
        sums &+= wide
        placed &+= SIMD16<UInt32>(truncatingIfNeeded: wide &* weights)
      }
      let steps = UInt32(truncatingIfNeeded: whole)
      sumOfSums &+= 16 &* steps &* sum &+ 16 &* before.wrappedSum() &+ placed.wrappedSum()
      sum &+= SIMD16<UInt32>(truncatingIfNeeded: sums).wrappedSum()
    }
    for place in 16 * whole..<count {
      sum &+= unsafe UInt32(bytes[place])
      sumOfSums &+= sum
    }
  }
}
