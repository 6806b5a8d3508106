/// What is looked for: bytes, and numbers of two.
protocol RepeatedSymbol: FixedWidthInteger {}

extension UInt8: RepeatedSymbol {}
extension UInt16: RepeatedSymbol {}

/// Finds what stands once more in a row of symbols.
///
/// One for many pictures: its tables are as large as a picture, and are filled anew for each.
@safe
final class Repetitions {
  /// A byte that is written as it is, or so many that stand so far before.
  struct Piece {
    /// 0 for a byte that is written as it is.
    let distance: Int32
    /// The byte, or how many.
    let value: Int32
  }

  /// Bytes of a piece: fewer are not worth it.
  private static let (shortest, longest) = (4, 4096)
  /// What lies neither beside nor above costs more to tell, and is to be longer than so many.
  private static let shortestFar = 5
  /// Places that are tried for each piece.
  private static let tries = 8
  /// A piece of this length is taken without looking for a longer one.
  private static let longEnough = 96
  /// In front of the next byte, a longer one is looked for where this one is shorter.
  private static let worthWaiting = 24
  private static let hashBits = 14

  /// Bytes that are looked at at once, at most.
  let room: Int
  private let heads: UnsafeMutableBufferPointer<Int32>
  private let earlier: UnsafeMutableBufferPointer<Int32>

  /// - Parameter room: symbols that are looked at at once, at most.
  init(room: Int) {
    self.room = room
    unsafe heads = .allocate(capacity: 1 << Self.hashBits)
    unsafe earlier = .allocate(capacity: room)
  }

  deinit {
    unsafe heads.deallocate()
    unsafe earlier.deallocate()
  }

  /// Takes symbols apart.
  ///
  /// - Parameters:
  ///   - symbols: no more than there is room for.
  ///   - width: in a row of the picture: what stands above is looked at too.
  /// - Returns: pieces that are all of them.
  func pieces<Symbol: RepeatedSymbol>(of symbols: [Symbol], width: Int) -> [Piece] {
    precondition(symbols.count <= room, "no room for so many symbols")
    var pieces: [Piece] = []
    pieces.reserveCapacity(symbols.count / 8)
    unsafe heads.update(repeating: -1)
    unsafe symbols.withUnsafeBufferPointer { symbols in
      var place = 0
      var waiting: (length: Int, distance: Int)?
      while place < symbols.count {
        let found = unsafe waiting ?? best(at: place, in: symbols, width)
        waiting = nil
        unsafe enter(place, of: symbols)
        if found.length >= Self.shortest, found.length < Self.worthWaiting,
          place + 1 < symbols.count
        {
          let next = unsafe best(at: place + 1, in: symbols, width)
          if next.length > found.length + 1 {
            unsafe pieces.append(Piece(distance: 0, value: Int32(symbols[place])))
            place += 1
            waiting = next
            continue
          }
        }
        guard found.length >= Self.shortest else {
          unsafe pieces.append(Piece(distance: 0, value: Int32(symbols[place])))
          place += 1
          continue
        }
        pieces.append(Piece(distance: Int32(found.distance), value: Int32(found.length)))
        // Of long ones the end is what others may begin like.
        let first = max(place + 1, place + found.length - Self.longEnough)
        for inner in first..<(place + found.length) { unsafe enter(inner, of: symbols) }
        place += found.length
      }
    }
    return pieces
  }

  private func best<Symbol: RepeatedSymbol>(
    at place: Int, in symbols: UnsafeBufferPointer<Symbol>, _ width: Int
  ) -> (length: Int, distance: Int) {
    let most = min(Self.longest, symbols.count - place)
    guard most >= Self.shortest, place > 0 else { return (0, 0) }
    var best = (length: unsafe Self.length(place, place - 1, most, in: symbols), distance: 1)
    if width <= place {
      let length = unsafe Self.length(place, place - width, most, in: symbols)
      if length >= best.length { best = (length, width) }
    }
    if best.length >= Self.longEnough || best.length == most { return best }
    var candidate = unsafe Int(heads[Self.hash(place, symbols)])
    var tries = Self.tries
    while candidate >= 0, tries > 0 {
      if unsafe symbols[candidate + best.length] == symbols[place + best.length] {
        let length = unsafe Self.length(place, candidate, most, in: symbols)
        if length > max(Self.shortestFar, best.length + 1) {
          best = (length, place - candidate)
          if length >= Self.longEnough || length == most { break }
        }
      }
      candidate = unsafe Int(earlier[candidate])
      tries -= 1
    }
    return best
  }

  private func enter<Symbol: RepeatedSymbol>(
    _ place: Int, of symbols: UnsafeBufferPointer<Symbol>
  ) {
    guard place + Self.shortest <= symbols.count else { return }
    let hash = unsafe Self.hash(place, symbols)
    unsafe earlier[place] = heads[hash]
    unsafe heads[hash] = Int32(place)
  }

  private static func hash<Symbol: RepeatedSymbol>(
    _ place: Int, _ symbols: UnsafeBufferPointer<Symbol>
  ) -> Int {
    let raw = UnsafeRawBufferPointer(symbols)
    if MemoryLayout<Symbol>.size == 1 {
      let four = unsafe raw.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      return Int((four &* 0x9E37_79B1) >> UInt32(32 - hashBits))
    }
    let four = unsafe raw.loadUnaligned(fromByteOffset: 2 * place, as: UInt64.self)
    return Int((four &* 0x9E37_79B1_85EB_CA87) >> UInt64(64 - hashBits))
  }

  /// How many symbols are the same at two places.
  private static func length<Symbol: RepeatedSymbol>(
    _ one: Int, _ other: Int, _ most: Int, in symbols: UnsafeBufferPointer<Symbol>
  ) -> Int {
    let raw = UnsafeRawBufferPointer(symbols)
    let size = MemoryLayout<Symbol>.size
    let atOnce = 8 / size
    var length = 0
    while length + atOnce <= most {
      let difference =
        unsafe raw.loadUnaligned(fromByteOffset: (one + length) * size, as: UInt64.self)
        ^ raw.loadUnaligned(fromByteOffset: (other + length) * size, as: UInt64.self)
      if difference != 0 { return length + difference.trailingZeroBitCount / (8 * size) }
      length += atOnce
    }
    while length < most, unsafe symbols[one + length] == symbols[other + length] { length += 1 }
    return length
  }
}
