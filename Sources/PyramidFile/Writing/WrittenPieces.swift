/// What follows the head of a file that is written from its beginning to its end, cut into long pieces.
///
/// A tile is written by a call of its own in some twenty kilobytes, which ends in the middle of a page:
/// the system has more to do for two dozen of them than for one that is as long as all, and it keeps a
/// long piece that lies at a multiple of its length in few places.
struct WrittenPieces {
  struct Piece {
    let place: Int64
    var bytes: [UInt8]
  }

  /// Pieces end at multiples of it, in bytes.
  static let length = 1 << 18

  private var open: Piece
  /// Room that was written from, and can be filled again.
  private var spare: [UInt8]?

  /// - Parameter place: where the first byte goes.
  init(from place: Int64) { open = Piece(place: place, bytes: Self.room()) }

  private static func room() -> [UInt8] {
    var room: [UInt8] = []
    room.reserveCapacity(length)
    return room
  }

  /// Takes what comes next in the file.
  ///
  /// - Parameter bytes: of any number.
  /// - Returns: the pieces that are full by it, to be written in any order.
  mutating func append(_ bytes: RawSpan) -> [Piece] {
    var full: [Piece] = []
    var next = 0
    while next < bytes.byteCount {
      let end = open.place + Int64(open.bytes.count)
      let count = min(bytes.byteCount - next, Self.length - Int(end % Int64(Self.length)))
      unsafe bytes.extracting(next..<next + count).withUnsafeBytes {
        unsafe open.bytes.append(contentsOf: $0)
      }
      next += count
      if (end + Int64(count)) % Int64(Self.length) == 0 {
        full.append(open)
        open = Piece(place: end + Int64(count), bytes: spare.take() ?? Self.room())
      }
    }
    return full
  }

  /// Takes the room of a piece that is written.
  mutating func takeBack(_ piece: consuming Piece) {
    piece.bytes.removeAll(keepingCapacity: true)
    spare = piece.bytes
  }

  /// What no piece was filled with.
  mutating func rest() -> Piece {
    defer { open = Piece(place: open.place + Int64(open.bytes.count), bytes: []) }
    return open
  }
}
