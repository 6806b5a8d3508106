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
  private static let shortest = 4
  private static let longest = 4096
  /// What lies neither beside nor above costs more to tell, and is to be longer than so many.
  private static let shortestFar = 5
  /// A piece of this length is taken without looking for a longer one.
  private static let longEnough = 96
  /// Of a piece so many of the last are what others may begin like.
  private static let remembered = 4
  /// In front of the next byte, a longer one is looked for where this one is shorter.
  private static let worthWaiting = 12
  private static let hashBits = 14

  /// Bytes that are looked at at once, at most.
  let room: Int
  /// By what begins there: the two places that were met last, the later one first; -1 where there is none.
  private let last: UnsafeMutableBufferPointer<(Int32, Int32)>

  /// - Parameter room: symbols that are looked at at once, at most.
  init(room: Int) {
    self.room = room
    unsafe last = .allocate(capacity: 1 << Self.hashBits)
  }

  deinit { unsafe last.deallocate() }

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
    unsafe last.update(repeating: (-1, -1))
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
        let first = max(place + 1, place + found.length - Self.remembered)
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
    let four = unsafe Self.four(place, symbols)
    var best = (length: 0, distance: 0)
    if width <= place, unsafe Self.four(place - width, symbols) == four {
      best = (unsafe Self.length(place, place - width, most, in: symbols), width)
    }
    if unsafe Self.four(place - 1, symbols) == four {
      let length = unsafe Self.length(place, place - 1, most, in: symbols)
      if length > best.length { best = (length, 1) }
    }
    if best.length >= Self.longEnough || best.length == most { return best }
    let (later, earlier) = unsafe last[Self.hash(four)]
    unsafe lookAt(Int(later), four, place, most, in: symbols, &best)
    unsafe lookAt(Int(earlier), four, place, most, in: symbols, &best)
    return best
  }

  /// Takes what stands at a place where that is the same for longer.
  @inline(__always)
  private func lookAt<Symbol: RepeatedSymbol>(
    _ candidate: Int, _ four: UInt64, _ place: Int, _ most: Int,
    in symbols: UnsafeBufferPointer<Symbol>, _ best: inout (length: Int, distance: Int)
  ) {
    guard candidate >= 0, best.length < most,
      unsafe symbols[candidate + best.length] == symbols[place + best.length],
      unsafe Self.four(candidate, symbols) == four
    else { return }
    let length = unsafe Self.length(place, candidate, most, in: symbols)
    if length > max(Self.shortestFar, best.length + 1) { best = (length, place - candidate) }
  }

  private func enter<Symbol: RepeatedSymbol>(
    _ place: Int, of symbols: UnsafeBufferPointer<Symbol>
  ) {
    guard place + Self.shortest <= symbols.count else { return }
    let hash = Self.hash(unsafe Self.four(place, symbols))
    unsafe last[hash] = (Int32(place), last[hash].0)
  }

  /// The shortest piece that may begin at a place, as a number.
  private static func four<Symbol: RepeatedSymbol>(
    _ place: Int, _ symbols: UnsafeBufferPointer<Symbol>
  ) -> UInt64 {
    let raw = UnsafeRawBufferPointer(symbols)
    return MemoryLayout<Symbol>.size == 1
      ? UInt64(unsafe raw.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      : unsafe raw.loadUnaligned(fromByteOffset: 2 * place, as: UInt64.self)
  }

  private static func hash(_ four: UInt64) -> Int {
    Int(truncatingIfNeeded: (four &* 0x9E37_79B1_85EB_CA87) >> UInt64(64 - hashBits))
  }

  /// How many symbols are the same at two places.
  private static func length<Symbol: RepeatedSymbol>(
    _ one: Int, _ other: Int, _ most: Int, in symbols: UnsafeBufferPointer<Symbol>
  ) -> Int {
    guard let base = unsafe UnsafeRawPointer(symbols.baseAddress) else { return 0 }
    let size = MemoryLayout<Symbol>.size
    let (one, other) = unsafe (base + one * size, base + other * size)
    func difference(_ place: Int) -> UInt64 {
      unsafe one.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        ^ other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    }
    let end = most * size
    var place = 0
    // Half of them are as short as that, and of the others there is much.
    if end >= 8 {
      let found = difference(0)
      if found != 0 { return found.trailingZeroBitCount / 8 / size }
      place = 8
    }
    while place + 32 <= end,
      difference(place) | difference(place + 8) | difference(place + 16)
        | difference(place + 24) == 0
    {
      place += 32
    }
    while place + 8 <= end {
      let found = difference(place)
      if found != 0 { return (place + found.trailingZeroBitCount / 8) / size }
      place += 8
    }
    while place < end,
      unsafe one.loadUnaligned(fromByteOffset: place, as: Symbol.self)
        == other.loadUnaligned(fromByteOffset: place, as: Symbol.self)
    {
      place += size
    }
    return place / size
  }
}
