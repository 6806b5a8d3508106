/// What a PNG's head says of its colors besides a profile (PNG, 4.3): nobody here follows it.
package enum PNGColors: String, Sendable {
  case codePoints = "cICP"
  case gamma = "gAMA"
  case chromaticities = "cHRM"

  /// Bytes of a head that are looked at.
  private static let longestHead = 1 << 20
  /// sRGB's in a hundred thousandths: the gamma that stands for its curve, and its white, red, green
  /// and blue.
  private static let standard = (
    gamma: 45_455, chromaticities: [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000]
  )
  /// Numbers that are rounded in another way are meant to be the same.
  private static let tolerance = 100

  /// Finds the chunk that counts among those that a file has.
  ///
  /// - Parameter read: reads the file.
  /// - Returns: nil where its colors are sRGB, a profile's, or not told, and where its head makes no sense.
  package static func other(than read: @escaping FileWindow.Read) -> PNGColors? {
    try? found(in: PNGChunks(read))
  }

  private static func found(in chunks: PNGChunks) throws -> PNGColors? {
    var others: Set<PNGColors> = []
    var hasBetter = false
    var passed = 0
    while true {
      try chunks.begin()
      passed += chunks.left + 12
      guard passed <= longestHead else { return nil }
      switch chunks.name {
      case .data, .end:
        // The first of them outdoes profiles, the others are outdone by them.
        if others.contains(.codePoints) { return .codePoints }
        return hasBetter ? nil : [.gamma, .chromaticities].first(where: others.contains)
      case .codePoints:
        // Primaries of BT.709, and the curve of sRGB.
        if try chunks.contents(most: 4).prefix(2) != [1, 13] { others.insert(.codePoints) }
      case .profile, .standardRGB:
        hasBetter = true
        chunks.skip()
      case .gamma:
        if try !areNear(chunks.contents(most: 4), [standard.gamma]) { others.insert(.gamma) }
      case .chromaticities:
        if try !areNear(chunks.contents(most: 32), standard.chromaticities) {
          others.insert(.chromaticities)
        }
      default: chunks.skip()
      }
    }
  }

  private static func areNear(_ bytes: [UInt8], _ numbers: [Int]) -> Bool {
    guard bytes.count == 4 * numbers.count else { return false }
    return numbers.indices.allSatisfy { index in
      let number = bytes[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | Int($1) }
      return abs(number - numbers[index]) <= tolerance
    }
  }
}
