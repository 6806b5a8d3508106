/// How pieces of a picture are told that stood in it before.
struct RepetitionCodes {
  static let lengths = 24
  static let distances = 40

  /// Of what a pixel is, of how long a piece is, and whatever else.
  let symbols: PrefixCode
  let distances: PrefixCode
  private let near: NearPlaces

  /// Writes a piece.
  @inline(__always)
  func put(_ piece: Repetitions.Piece, to bits: inout WebPBits) {
    let length = Magnitude(Int(piece.value))
    symbols.put(256 &+ length.symbol, and: length.more, length.bits, to: &bits)
    let distance = near.magnitude(of: piece.distance)
    distances.put(distance.symbol, and: distance.more, distance.bits, to: &bits)
  }

  /// How often what occurs.
  struct Counts {
    var symbols: [UInt32]
    private var distances = [UInt32](repeating: 0, count: RepetitionCodes.distances)
    private let near: NearPlaces

    /// - Parameters:
    ///   - more: symbols besides those of pixels and lengths.
    ///   - near: places of the picture.
    init(more: Int = 0, _ near: NearPlaces) {
      symbols = [UInt32](repeating: 0, count: 256 + RepetitionCodes.lengths + more)
      self.near = near
    }

    @inline(__always)
    mutating func add(_ piece: Repetitions.Piece) {
      symbols[256 + Magnitude(Int(piece.value)).symbol] += 1
      distances[near.magnitude(of: piece.distance).symbol] += 1
    }

    var codes: RepetitionCodes {
      RepetitionCodes(
        symbols: PrefixCode(symbols), distances: PrefixCode(distances), near: near)
    }
  }
}
