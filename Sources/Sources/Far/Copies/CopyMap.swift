import Digests
import FetchRules
import S3Wire

/// What has come of an object, as it is told to the process that comes after this one.
struct CopyMap: Equatable, Sendable {
  /// Which object: no two have the same.
  let object: [UInt8]
  /// Its state: an ETag with its quotes.
  let tag: [UInt8]
  /// In bytes.
  let size: Int64
  /// Seconds since 1970; nil where nobody says it.
  let modified: Int64?
  /// When it was last known to be the object's state, in seconds since 1970.
  let seen: Int64
  /// Which blocks are there.
  let blocks: [Range<Int64>]

  /// Of a map, in bytes: who is strewn more than that is not kept.
  static let longest = 8 << 20
  /// No object is larger, in bytes.
  private static let largest: Int64 = 1 << 42
  private static let mark = Array("pyramidion copy 1\n".utf8)
  private static let unknown = Int64.min

  /// The bytes of a map, at the end of which stands their checksum.
  var encoded: [UInt8] {
    var bytes = Self.mark
    func append(_ number: Int64) { bytes += Self.bytes(of: number) }
    for text in [object, tag] {
      append(Int64(text.count))
      bytes += text
    }
    for number in [size, modified ?? Self.unknown, seen, Int64(blocks.count)] { append(number) }
    for run in blocks {
      append(run.lowerBound)
      append(run.upperBound)
    }
    return bytes + Self.checksum(of: bytes, before: bytes.count)
  }

  /// The lowest byte first.
  private static func bytes(of number: Int64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func checksum(of bytes: [UInt8], before end: Int) -> [UInt8] {
    var checksum = CRC32C()
    unsafe checksum.update(bytes.span.bytes.extracting(0..<end))
    return Self.bytes(of: Int64(checksum.value))
  }

  init(
    object: [UInt8], tag: [UInt8], size: Int64, modified: Int64?, seen: Int64,
    blocks: [Range<Int64>]
  ) {
    self.object = object
    self.tag = tag
    self.size = size
    self.modified = modified
    self.seen = seen
    self.blocks = blocks
  }

  /// Nil where it is no map, or not all of one.
  ///
  /// - Parameter bytes: of a file that may be anything.
  init?(_ bytes: [UInt8]) {
    let end = bytes.count - 8
    guard bytes.count <= Self.longest, bytes.starts(with: Self.mark), end >= Self.mark.count,
      bytes[end...].elementsEqual(Self.checksum(of: bytes, before: end))
    else { return nil }
    var place = Self.mark.count
    func number() -> Int64? {
      guard end - place >= 8 else { return nil }
      defer { place += 8 }
      return Int64(
        bitPattern: bytes[place..<place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
    func text() -> [UInt8]? {
      guard let count = number(), count >= 0, count <= end - place else { return nil }
      defer { place += Int(count) }
      return Array(bytes[place..<place + Int(count)])
    }
    guard let object = text(), let tag = text(), ObjectTag(kept: tag) != nil, let size = number(),
      0...Self.largest ~= size, let modified = number(), let seen = number(),
      let count = number(), 0...Int64((end - place) / 16) ~= count
    else { return nil }
    let lastBlock = (size + RangeRules.standard.block - 1) / RangeRules.standard.block
    var blocks: [Range<Int64>] = []
    blocks.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let first = number(), let last = number(), first < last, last <= lastBlock,
        first >= blocks.last?.upperBound ?? 0
      else { return nil }
      blocks.append(first..<last)
    }
    guard place == end else { return nil }
    self.init(
      object: object, tag: tag, size: size, modified: modified == Self.unknown ? nil : modified,
      seen: seen, blocks: blocks)
  }

  /// How much of it is there, in bytes.
  var held: Int64 {
    blocks.reduce(0) { $0 + Int64($1.count) } * RangeRules.standard.block
  }

  /// How long its file is at least.
  var end: Int64 {
    min(size, (blocks.last?.upperBound ?? 0) * RangeRules.standard.block)
  }
}
