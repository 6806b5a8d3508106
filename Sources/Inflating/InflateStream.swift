/// A stream of deflate's (RFC 1951), unpacked piece by piece.
///
/// No more is held than the window that matches reach back to, and what was unpacked and not taken.
@safe
package final class InflateStream {
  /// Reads on in the packed bytes: fills a buffer from its beginning, and says how many there were;
  /// 0 at their end.
  package typealias Input = (inout MutableRawSpan) throws -> Int

  /// What stands around what is packed.
  package enum Wrapping: Sendable {
    /// A head and a checksum: a zlib stream (RFC 1950).
    case zlib
    /// Nothing.
    case bare
  }

  /// Packed bytes that are made sure of before words are read.
  private static let somePacked = 256

  /// What comes next in the stream.
  private enum Phase {
    case head, block, codes, end
    /// So many bytes that were not packed.
    case stored(Int)
    case checksum
  }

  private var phase: Phase
  private let wrapping: Wrapping
  private var isLastBlock = false
  let tables = CodeTables()
  private var adler = Adler32()
  /// How far matches may reach back.
  private(set) var mostDistance = UnpackedWindow.longestReach
  let packed: PackedWindow
  /// What was unpacked: the window, and what was not taken yet.
  let unpacked: UnpackedWindow

  /// - Parameters:
  ///   - longest: bytes that are asked for at once, at most.
  ///   - wrapping: what stands around the packed bytes.
  ///   - input: gives the packed bytes.
  package init(longest: Int, of wrapping: Wrapping = .zlib, _ input: @escaping Input) {
    self.wrapping = wrapping
    phase = wrapping == .zlib ? .head : .block
    packed = PackedWindow(input)
    unpacked = UnpackedWindow(longest: longest)
  }

  /// Begins another stream, of which its input gives the bytes.
  package func restart() {
    phase = wrapping == .zlib ? .head : .block
    isLastBlock = false
    adler = Adler32()
    mostDistance = UnpackedWindow.longestReach
    packed.restart()
    unpacked.restart()
  }

  /// Unpacks some bytes.
  ///
  /// - Parameters:
  ///   - count: as many as are taken.
  ///   - body: given them.
  /// - Returns: what the closure says.
  /// - Throws: ``PackedIrregular`` where the stream has fewer, or what its input or the closure says.
  package func take<Result>(
    _ count: Int, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    while unpacked.waiting < count {
      if case .end = phase { throw PackedIrregular("the stream ends too early") }
      unpacked.makeRoom()
      try goOn()
    }
    return try body(unsafe unpacked.take(count).span)
  }

  /// Reads to the stream's end.
  ///
  /// - Parameter isLast: whether nothing may stand behind it.
  /// - Throws: ``PackedIrregular`` where there is more to unpack, or its checksum is another one.
  package func finish(isLast: Bool = true) throws {
    while true {
      guard unpacked.waiting == 0 else {
        throw PackedIrregular("the stream has more than is wanted")
      }
      if case .end = phase { break }
      unpacked.makeRoom()
      try goOn()
    }
    guard isLast else { return }
    try packed.fill(atLeast: 1)
    guard packed.wholeBytes == 0 else { throw PackedIrregular("bytes behind the stream's end") }
  }

  /// Does one step of those that the stream is made of.
  private func goOn() throws {
    switch phase {
    case .head: try readHead()
    case .block: try readBlock()
    case .codes:
      try packed.fill(atLeast: Self.somePacked)
      let hasEnded = try unpackCodes()
      sum()
      if hasEnded { phase = isLastBlock ? lastPhase : .block }
    case .stored(let left): try copyStored(left)
    case .checksum: try readChecksum()
    case .end: break
    }
    try packed.check()
  }

  /// What comes behind the last block.
  private var lastPhase: Phase {
    switch wrapping {
    case .zlib: .checksum
    case .bare: .end
    }
  }

  private func sum() {
    guard wrapping == .zlib else { return }
    unsafe adler.update(unpacked.news())
  }

  private func readHead() throws {
    try packed.fill(atLeast: 2)
    let (method, flags) = unsafe (packed.bits.take(8), packed.bits.take(8))
    guard method & 15 == 8, method >> 4 <= 7, (method << 8 | flags) % 31 == 0, flags & 32 == 0
    else { throw PackedIrregular("no zlib stream") }
    mostDistance = 1 << (8 + method >> 4)
    phase = .block
  }

  private func readBlock() throws {
    try packed.fill(atLeast: CodeTables.mostHeaderBytes)
    isLastBlock = unsafe packed.bits.take(1) == 1
    switch unsafe packed.bits.take(2) {
    case 0:
      packed.goToByte()
      unsafe packed.bits.refill()
      let (count, inverse) = unsafe (packed.bits.take(16), packed.bits.take(16))
      guard count ^ inverse == 0xFFFF else { throw PackedIrregular("a stored block's length") }
      phase = .stored(count)
    case 1:
      try tables.buildFixed()
      phase = .codes
    case 2:
      try unsafe tables.build(from: &packed.bits)
      phase = .codes
    default: throw PackedIrregular("an unknown kind of block")
    }
  }

  private func copyStored(_ left: Int) throws {
    try packed.fill(atLeast: Self.somePacked)
    let count = min(left, packed.wholeBytes, unpacked.room)
    guard left == 0 || count > 0 else { throw PackedIrregular("the stream ends too early") }
    unsafe packed.copy(count, to: unpacked.base + unpacked.count)
    unpacked.count += count
    sum()
    phase = left > count ? .stored(left - count) : isLastBlock ? lastPhase : .block
  }

  private func readChecksum() throws {
    packed.goToByte()
    try packed.fill(atLeast: 4)
    let value = unsafe UInt32(truncatingIfNeeded: packed.bits.take(32)).byteSwapped
    try packed.check()
    guard value == adler.value else {
      throw PackedIrregular("the stream's checksum is another one")
    }
    phase = .end
  }
}
