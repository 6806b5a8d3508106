import Inflating
import PyramidFile
import PyramidFormat

/// Whether a document says anywhere how large the units of a page are: nearly none does, and only of
/// those that do is every page asked.
///
/// The word stands in the file as it is, or in streams that hold objects.
struct UnitMentions {
  /// Larger files aren't looked at: what they take is in proportion.
  private static let largestFile: Int64 = 64 << 20
  /// In bytes: what is read at once, and unpacked in all.
  private static let piece = 1 << 20
  private static let mostUnpacked = 16 << 20
  /// From a stream's type to its first byte.
  private static let longestHead = 1024
  private static let (unit, stream) = (Array("/UserUnit".utf8), Array("/ObjStm".utf8))
  private static let begin = Array("stream".utf8)

  private let source: LocalFile
  private var left = mostUnpacked
  private var place: Int64 = 0

  init(in source: LocalFile) { self.source = source }

  /// Whether a document is small enough to be looked at.
  static func areLookedFor(in source: LocalFile) -> Bool { source.byteCount <= largestFile }

  /// Looks for one; what can't be read mentions none, and what is too much to be unpacked may.
  mutating func isThere() -> Bool {
    while true {
      if let answer = look() { return answer }
    }
  }

  /// Looks on, at a piece of the document.
  ///
  /// - Returns: nil as long as that does not tell.
  mutating func look() -> Bool? {
    guard Self.areLookedFor(in: source), place < source.byteCount else { return false }
    let bytes = bytes(at: place, Self.piece)
    var next = 0
    while let slash = bytes[next...].firstIndex(of: UInt8(ascii: "/")) {
      next = slash + 1
      if bytes[slash...].starts(with: Self.unit) { return true }
      guard bytes[slash...].starts(with: Self.stream) else { continue }
      if isInStream(behind: place + Int64(slash)) { return true }
    }
    // A word may begin at the end of what was read.
    guard bytes.count > Self.unit.count else { return false }
    place += Int64(bytes.count - Self.unit.count + 1)
    return place + Int64(Self.unit.count) > source.byteCount ? false : nil
  }

  private mutating func isInStream(behind place: Int64) -> Bool {
    let head = bytes(at: place, Self.longestHead)
    guard var first = head.indices.first(where: { head[$0...].starts(with: Self.begin) }) else {
      return false
    }
    first += Self.begin.count
    if first < head.count, head[first] == 0x0D { first += 1 }
    if first < head.count, head[first] == 0x0A { first += 1 }
    var packed = place + Int64(first)
    let source = source
    let stream = InflateStream(longest: 256) { room in
      let count = try source.read(at: packed, into: &room)
      packed += Int64(count)
      return count
    }
    var found = 0
    // At a stream's end fewer are left.
    for step in [256, 1] {
      while left >= step, found < Self.unit.count {
        let isTaken: Void? = try? stream.take(step) { bytes in
          for index in bytes.indices where found < Self.unit.count {
            found =
              bytes[index] == Self.unit[found]
              ? found + 1 : bytes[index] == Self.unit[0] ? 1 : 0
          }
        }
        guard isTaken != nil else { break }
        left -= step
      }
    }
    return found == Self.unit.count || left <= 0
  }

  private func bytes(at place: Int64, _ count: Int) -> [UInt8] {
    let count = min(Int64(count), source.byteCount - place)
    return (try? source.bytes("the document", at: UInt64(place), count: UInt64(max(0, count))))
      ?? []
  }
}
