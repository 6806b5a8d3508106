/// A stream of TIFF's LZW (TIFF 6.0, 13), unpacked piece by piece.
///
/// A code stands for what an earlier one stood for, and the byte behind that where it was written: so
/// the table needs to know no more than where in the unpacked bytes each code's own begin, and these
/// are held until the table is cleared. That are 8 MB at most; some kilobytes of most pictures.
@safe
package final class LZWStream {
  private static let clear = 256
  private static let end = 257
  private static let firstString = 258
  private static let narrowest = 9
  private static let widest = 12
  /// Beyond the last number that has a place.
  private static let tableEnd = 1 << widest
  /// What is written beyond the room at most: the longest string, and the rest of its last step.
  private static let slack = tableEnd + 16
  /// Unpacked at one go.
  private static let room = 1 << 16
  /// The bytes that stand for themselves lie before all that is unpacked.
  private static let literals = 256

  private let codes: CodeWindow
  /// Where the bytes of each code begin; they end one behind where the next one's begin.
  private let places: UnsafeMutablePointer<UInt32>
  /// The number that what comes next will have.
  private var next = firstString
  private var hasBegun = false
  private var hasEnded = false
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = literals
  private var taken = literals

  /// - Parameters:
  ///   - longest: bytes that are asked for at once, at most.
  ///   - input: gives the packed bytes.
  package init(longest: Int, _ input: @escaping InflateStream.Input) {
    codes = CodeWindow(input)
    unsafe places = .allocate(capacity: Self.tableEnd + 2)
    unsafe places.initialize(repeating: 0, count: Self.tableEnd + 2)
    capacity = Self.literals + longest + 2 * Self.room
    unsafe base = .allocate(capacity: capacity + Self.slack)
    unsafe base.initialize(repeating: 0, count: capacity + Self.slack)
    for byte in 0..<Self.literals {
      unsafe places[byte] = UInt32(byte)
      unsafe base[byte] = UInt8(byte)
    }
  }

  deinit {
    unsafe places.deallocate()
    unsafe base.deallocate()
  }

  /// Begins another stream, of which its input gives the bytes.
  package func restart() {
    codes.restart()
    next = Self.firstString
    (hasBegun, hasEnded) = (false, false)
    (count, taken) = (Self.literals, Self.literals)
  }

  /// Unpacks some bytes.
  ///
  /// - Parameters:
  ///   - wanted: as many as are taken.
  ///   - body: given them; 16 bytes behind them can be looked at.
  /// - Returns: what the closure says.
  /// - Throws: ``PackedIrregular`` where the stream has fewer, or what its input or the closure says.
  package func take<Result>(
    _ wanted: Int, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    while count - taken < wanted {
      guard !hasEnded else { throw PackedIrregular("the stream ends too early") }
      try goOn()
    }
    defer { taken += wanted }
    return try body(
      unsafe UnsafeBufferPointer(start: UnsafePointer(base) + taken, count: wanted).span)
  }

  /// Reads to the stream's end; its code may be missing, and anything may stand behind it.
  ///
  /// - Throws: ``PackedIrregular`` where there is more to unpack.
  package func finish() throws {
    while !hasEnded, count == taken { try goOn() }
    guard count == taken else { throw PackedIrregular("the stream has more than is wanted") }
  }

  private func goOn() throws {
    makeRoom()
    try codes.fill()
    if !hasBegun {
      // Streams that begin in another way are an older kind's.
      guard codes.count(of: Self.narrowest) > 0, codes.first(of: Self.narrowest) == Self.clear
      else { throw PackedIrregular("no LZW stream") }
      hasBegun = true
    }
    let width = max(Self.narrowest, Int.bitWidth - next.leadingZeroBitCount)
    guard width <= Self.widest else {
      return try takeControl(width: Self.widest, "a table that is too long")
    }
    let most = min(1 << width - next, codes.count(of: width))
    guard most > 0 else {
      hasEnded = true
      return
    }
    guard try unpack(most, width: width) else { return }
    try takeControl(width: width, "a code that has no string")
  }

  /// What comes next must be a code that stands for no bytes.
  private func takeControl(width: Int, _ otherwise: String) throws(PackedIrregular) {
    guard codes.count(of: width) > 0 else {
      hasEnded = true
      return
    }
    switch codes.first(of: width) {
    case Self.clear:
      codes.bit += width
      next = Self.firstString
    case Self.end: hasEnded = true
    default: throw PackedIrregular(otherwise)
    }
  }

  /// Unpacks codes of one width that stand for bytes, as long as there is room.
  ///
  /// - Returns: whether the next code is another one.
  private func unpack(_ most: Int, width: Int) throws(PackedIrregular) -> Bool {
    let (base, places) = unsafe (base, places)
    let packed = unsafe codes.base
    var (bit, next, out) = (codes.bit, next, count)
    let (last, room) = (next + most, capacity)
    defer { (codes.bit, self.next, count) = (bit, next, out) }
    let rest = UInt32(truncatingIfNeeded: 32 &- width)
    while next < last, out < room {
      let word = unsafe UnsafeRawPointer(packed).loadUnaligned(
        fromByteOffset: bit &>> 3, as: UInt32.self
      ).bigEndian
      let code = Int(
        truncatingIfNeeded: (word &<< UInt32(truncatingIfNeeded: bit & 7)) &>> rest)
      unsafe places[next] = UInt32(truncatingIfNeeded: out)
      // All below the next number have bytes, but for the two that are told apart here.
      guard code < next, code &>> 1 != Self.clear &>> 1 else { return true }
      let place = unsafe places[code]
      // Nothing is added to a literal's one byte.
      let isString = (Self.literals &- 1 &- code) &>> (Int.bitWidth - 1)
      let behind = unsafe Int(truncatingIfNeeded: places[code &+ 1] &- place)
      let length = 1 &+ behind & isString
      let source = unsafe UnsafeRawPointer(base + Int(truncatingIfNeeded: place))
      let target = unsafe UnsafeMutableRawPointer(base + out)
      if code &+ 1 == next, isString != 0 {
        // Its last byte is its own first one.
        unsafe repeatBytes(
          at: base + out, distance: out &- Int(truncatingIfNeeded: place), count: length)
      } else {
        unsafe target.storeBytes(
          of: source.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
        if length > 16 {
          var done = 16
          repeat {
            unsafe target.storeBytes(
              of: source.loadUnaligned(fromByteOffset: done, as: SIMD16<UInt8>.self),
              toByteOffset: done, as: SIMD16<UInt8>.self)
            done &+= 16
          } while done < length
        }
      }
      out &+= length
      next &+= 1
      bit &+= width
    }
    return false
  }

  /// Drops what nobody needs, and takes more memory where the table needs all of it.
  private func makeRoom() {
    guard count >= capacity else { return }
    let tableStart =
      next > Self.firstString ? unsafe Int(places[Self.firstString]) : count
    let dropped = min(taken, tableStart) - Self.literals
    if dropped > 0 {
      unsafe (base + Self.literals).update(
        from: base + Self.literals + dropped, count: count - Self.literals - dropped)
      for number in Self.firstString..<next { unsafe places[number] -= UInt32(dropped) }
      count -= dropped
      taken -= dropped
    }
    guard capacity - count < Self.room else { return }
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * capacity + Self.slack)
    unsafe larger.update(from: base, count: count)
    unsafe (larger + count).initialize(repeating: 0, count: 2 * capacity + Self.slack - count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity *= 2
  }
}
