/// What is looked for: bytes, and numbers of two.
protocol RepeatedSymbol: FixedWidthInteger {}

extension UInt8: RepeatedSymbol {}
extension UInt16: RepeatedSymbol {}

/// Finds what stands once more in a row of symbols.
///
/// One for many pictures: its tables are as large as a picture, and what they hold of another one is told
/// by its place.
@safe
final class Repetitions {
  /// A symbol that is written as it is, or so many that stand so far before.
  struct Piece {
    /// 0 for a symbol that is written as it is.
    var distance: Int32
    /// The symbol, or how many.
    var value: Int32
  }

  /// What begins alike: the two places that were met last, the later one first.
  private struct Met {
    var later: Int32
    var earlier: Int32

    static let none = Met(later: -1, earlier: -1)
  }

  private struct Found {
    var length = 0
    var distance = 0
  }

  /// Symbols of a piece: fewer are not worth it.
  private static let shortest = 4
  private static let longest = 4096
  /// What lies neither beside nor above costs more to tell, and is to be longer than so many.
  private static let shortestFar = 5
  /// A piece of this length is taken without looking for a longer one.
  private static let longEnough = 96
  /// Of a piece so many of the last are what others may begin like.
  private static let remembered = 4
  /// In front of the next symbol, a longer one is looked for where this one is shorter.
  private static let worthWaiting = 12
  private static let hashBits = 14

  /// Symbols that are looked at at once, at most.
  let room: Int
  /// By what begins there, counted from the first symbol that was ever looked at.
  private let last: UnsafeMutablePointer<Met>
  private let pieces: UnsafeMutablePointer<Piece>
  /// Symbols that were looked at before these.
  private var before: Int32 = 0

  /// - Parameter room: symbols that are looked at at once, at most.
  init(room: Int) {
    self.room = room
    unsafe last = .allocate(capacity: 1 << Self.hashBits)
    unsafe last.initialize(repeating: .none, count: 1 << Self.hashBits)
    unsafe pieces = .allocate(capacity: room)
  }

  deinit {
    unsafe last.deallocate()
    unsafe pieces.deallocate()
  }

  /// Takes symbols apart.
  ///
  /// - Parameters:
  ///   - symbols: no more than there is room for.
  ///   - width: in a row of the picture: what stands above is looked at too.
  /// - Returns: pieces that are all of them, until others are taken apart.
  func pieces<Symbol: RepeatedSymbol>(
    of symbols: UnsafeBufferPointer<Symbol>, width: Int
  ) -> UnsafeMutableBufferPointer<Piece> {
    precondition(symbols.count <= room, "no room for so many symbols")
    if Int(before) + symbols.count > Int(Int32.max) {
      before = 0
      unsafe last.update(repeating: .none, count: 1 << Self.hashBits)
    }
    defer { before += Int32(symbols.count) }
    guard let first = symbols.baseAddress else {
      return unsafe UnsafeMutableBufferPointer(start: pieces, count: 0)
    }
    let row = unsafe Row(first: first, count: symbols.count, width: width)
    var count = 0
    var place = 0
    var waiting: Found?
    while place < row.count {
      let found = waiting ?? best(at: place, in: row)
      waiting = nil
      enter(place, of: row)
      if found.length < Self.worthWaiting {
        if found.length >= Self.shortest, place &+ 1 < row.count {
          let next = best(at: place &+ 1, in: row)
          if next.length > found.length &+ 1 { waiting = next }
        }
        if found.length < Self.shortest || waiting != nil {
          unsafe pieces[count] = Piece(distance: 0, value: Int32(row.first[place]))
          count &+= 1
          place &+= 1
          continue
        }
      }
      unsafe pieces[count] = Piece(
        distance: Int32(truncatingIfNeeded: found.distance),
        value: Int32(truncatingIfNeeded: found.length))
      count &+= 1
      let end = place &+ found.length
      for inner in max(place &+ 1, end &- Self.remembered)..<end { enter(inner, of: row) }
      place = end
    }
    return unsafe UnsafeMutableBufferPointer(start: pieces, count: count)
  }

  @inline(__always)
  private func best<Symbol: RepeatedSymbol>(at place: Int, in row: Row<Symbol>) -> Found {
    let most = min(Self.longest, row.count &- place)
    var best = Found()
    guard most >= Self.shortest, place > 0 else { return best }
    let four = row.four(place)
    if row.width <= place, row.four(place &- row.width) == four {
      best = Found(length: row.length(place, place &- row.width, most), distance: row.width)
    }
    if row.four(place &- 1) == four {
      let length = row.length(place, place &- 1, most)
      if length > best.length { best = Found(length: length, distance: 1) }
    }
    if best.length >= Self.longEnough || best.length == most { return best }
    let met = unsafe last[Self.hash(four)]
    lookAt(met.later, four, place, most, in: row, &best)
    if best.length == most { return best }
    lookAt(met.earlier, four, place, most, in: row, &best)
    return best
  }

  /// Takes what stands at a place where that is the same for longer.
  @inline(__always)
  private func lookAt<Symbol: RepeatedSymbol>(
    _ met: Int32, _ four: UInt64, _ place: Int, _ most: Int, in row: Row<Symbol>,
    _ best: inout Found
  ) {
    // One question instead of four: none of them can be foreseen.
    let isOfThese = met >= before
    let candidate = isOfThese ? Int(met &- before) : 0
    let beyond = unsafe row.first[candidate &+ best.length] ^ row.first[place &+ best.length]
    let difference = row.four(candidate) ^ four | UInt64(truncatingIfNeeded: beyond)
    guard isOfThese, difference == 0 else { return }
    let length = row.length(place, candidate, most)
    if length > max(Self.shortestFar, best.length &+ 1) {
      best = Found(length: length, distance: place &- candidate)
    }
  }

  @inline(__always)
  private func enter<Symbol: RepeatedSymbol>(_ place: Int, of row: Row<Symbol>) {
    guard place &+ Self.shortest <= row.count else { return }
    let hash = Self.hash(row.four(place))
    let later = before &+ Int32(truncatingIfNeeded: place)
    unsafe last[hash] = Met(later: later, earlier: last[hash].later)
  }

  @inline(__always)
  private static func hash(_ four: UInt64) -> Int {
    Int(truncatingIfNeeded: (four &* 0x9E37_79B1_85EB_CA87) &>> UInt64(64 &- hashBits))
  }
}

/// Symbols that are looked at.
@safe
private struct Row<Symbol: RepeatedSymbol> {
  let first: UnsafePointer<Symbol>
  let count: Int
  /// Of the picture.
  let width: Int

  /// The shortest piece that may begin at a place, as a number.
  @inline(__always)
  func four(_ place: Int) -> UInt64 {
    let raw = unsafe UnsafeRawPointer(first)
    return MemoryLayout<Symbol>.size == 1
      ? UInt64(unsafe raw.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      : unsafe raw.loadUnaligned(fromByteOffset: 2 &* place, as: UInt64.self)
  }

  /// How many symbols are the same at two places, both of which begin with the same four.
  @inline(__always)
  func length(_ one: Int, _ other: Int, _ most: Int) -> Int {
    let size = MemoryLayout<Symbol>.size
    let base = unsafe UnsafeRawPointer(first)
    let (one, other) = unsafe (base + one &* size, base + other &* size)
    func difference(_ place: Int) -> UInt64 {
      unsafe one.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        ^ other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    }
    let end = most &* size
    var place = 4 &* size
    while place &+ 8 <= end {
      let found = difference(place)
      if found != 0 { return (place &+ found.trailingZeroBitCount &>> 3) / size }
      place &+= 8
      // Where sixteen are the same, many more are as a rule.
      while place &+ 32 <= end,
        difference(place) | difference(place &+ 8) | difference(place &+ 16)
          | difference(place &+ 24) == 0
      {
        place &+= 32
      }
    }
    while place < end,
      unsafe one.loadUnaligned(fromByteOffset: place, as: Symbol.self)
        == other.loadUnaligned(fromByteOffset: place, as: Symbol.self)
    {
      place &+= size
    }
    return place / size
  }
}
