/// How pieces of a picture are told that stood in it before.
struct RepetitionCodes {
  static let (lengths, distances) = (24, 40)

  /// Of what a pixel is, of how long a piece is, and whatever else.
  let symbols: PrefixCode
  let distances: PrefixCode
  private let near: [Int32]

  /// Places near a pixel, so many columns to the left and so many rows above: each is told by its place
  /// in this list, from 1, and what lies farther off by its distance and as many.
  private static let nearby = [
    (0, 1), (1, 0), (1, 1), (-1, 1), (0, 2), (2, 0), (1, 2), (-1, 2), (2, 1), (-2, 1), (2, 2),
    (-2, 2), (0, 3), (3, 0), (1, 3), (-1, 3), (3, 1), (-3, 1), (2, 3), (-2, 3), (3, 2), (-3, 2),
  ]
  /// All of the places that have a number, of which the list has the first.
  private static let nearbyCount = 120

  /// Writes a piece.
  func put(_ piece: Repetitions.Piece, to bits: inout WebPBits) {
    let length = Magnitude(Int(piece.value))
    symbols.put(256 + length.symbol, to: &bits)
    bits.put(length.more, length.bits)
    let distance = Self.magnitude(piece.distance, near)
    distances.put(distance.symbol, to: &bits)
    bits.put(distance.more, distance.bits)
  }

  private static func magnitude(_ distance: Int32, _ near: [Int32]) -> Magnitude {
    guard let place = near.firstIndex(of: distance) else {
      return Magnitude(Int(distance) + nearbyCount)
    }
    return Magnitude(place + 1)
  }

  /// How often what occurs.
  struct Counts {
    var symbols: [UInt32]
    private var distances = [UInt32](repeating: 0, count: RepetitionCodes.distances)
    private let near: [Int32]

    /// - Parameters:
    ///   - more: symbols besides those of pixels and lengths.
    ///   - width: of the picture.
    init(more: Int = 0, width: Int) {
      symbols = [UInt32](repeating: 0, count: 256 + RepetitionCodes.lengths + more)
      near = RepetitionCodes.nearby.map { Int32($0 + $1 * width) }
    }

    mutating func add(_ piece: Repetitions.Piece) {
      symbols[256 + Magnitude(Int(piece.value)).symbol] += 1
      distances[RepetitionCodes.magnitude(piece.distance, near).symbol] += 1
    }

    var codes: RepetitionCodes {
      RepetitionCodes(
        symbols: PrefixCode(symbols), distances: PrefixCode(distances), near: near)
    }
  }
}
