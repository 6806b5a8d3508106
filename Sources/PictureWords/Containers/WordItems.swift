import ByteText

/// Where a HEIF or AVIF file speaks of itself, by what its `meta` box says of its items (ISO 14496-12,
/// 23008-12).
struct WordItems {
  /// In bytes from the file's beginning.
  private(set) var exif: Range<UInt64>?
  private(set) var xmp: Range<UInt64>?

  /// Looks for the first item of each kind.
  ///
  /// - Parameter meta: the contents of the box, behind its version.
  init(meta: ArraySlice<UInt8>) {
    let boxes = MemoryBoxes(meta)
    guard let list = boxes.first("iinf"), let places = boxes.first("iloc") else { return }
    var wanted: (exif: UInt64?, xmp: UInt64?)
    for (item, kind) in Self.items(list) {
      switch kind {
      case .exif: wanted.exif = wanted.exif ?? item
      case .xmp: wanted.xmp = wanted.xmp ?? item
      }
    }
    guard wanted.exif != nil || wanted.xmp != nil else { return }
    Self.forEachPlace(places) { item, place in
      if item == wanted.exif { exif = exif ?? place }
      if item == wanted.xmp { xmp = xmp ?? place }
    }
  }

  private enum Kind { case exif, xmp }

  private static func items(_ list: ArraySlice<UInt8>) -> [(item: UInt64, kind: Kind)] {
    var rest = ByteCursor(list)
    guard let version = rest.number(1), rest.number(3) != nil,
      rest.number(version == 0 ? 2 : 4) != nil
    else { return [] }
    return MemoryBoxes(rest.bytes).all.compactMap { name, entry in
      var rest = ByteCursor(entry)
      // Before version 2 entries had no kind.
      guard name == "infe", let version = rest.number(1), version >= 2, rest.number(3) != nil,
        let item = rest.number(version == 2 ? 2 : 4), rest.number(2) != nil,
        let kind = rest.take(4)
      else { return nil }
      if kind.elementsEqual("Exif".utf8) { return (item, .exif) }
      guard kind.elementsEqual("mime".utf8) else { return nil }
      // A name, and what the contents are.
      let parts = rest.bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      return parts.count > 1 && parts[1].elementsEqual("application/rdf+xml".utf8)
        ? (item, .xmp) : nil
    }
  }

  /// Tells the places of items that lie in the file in one piece.
  private static func forEachPlace(
    _ box: ArraySlice<UInt8>, _ tell: (UInt64, Range<UInt64>) -> Void
  ) {
    var rest = ByteCursor(box)
    guard let version = rest.number(1), rest.number(3) != nil, let widths = rest.number(2),
      let count = rest.number(version < 2 ? 2 : 4)
    else { return }
    let (offsetWidth, lengthWidth) = (Int(widths >> 12 & 15), Int(widths >> 8 & 15))
    let (baseWidth, indexWidth) = (Int(widths >> 4 & 15), version == 0 ? 0 : Int(widths & 15))
    guard [offsetWidth, lengthWidth, baseWidth, indexWidth].allSatisfy({ $0 <= 8 }) else { return }
    for _ in 0..<count {
      guard let item = rest.number(version < 2 ? 2 : 4),
        let method = version == 0 ? 0 : rest.number(2), rest.number(2) != nil,
        let base = rest.number(baseWidth), let pieces = rest.number(2)
      else { return }
      guard let all = rest.take(Int(pieces) * (indexWidth + offsetWidth + lengthWidth)) else {
        return
      }
      var piece = ByteCursor(all)
      guard pieces == 1, method & 15 == 0, piece.number(indexWidth) != nil,
        let offset = piece.number(offsetWidth), let length = piece.number(lengthWidth)
      else { continue }
      let (start, overflow) = base.addingReportingOverflow(offset)
      let (end, overflow2) = start.addingReportingOverflow(length)
      if !overflow, !overflow2 { tell(item, start..<end) }
    }
  }
}

/// Goes through bytes from their beginning.
private struct ByteCursor {
  private(set) var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// A whole number, its highest byte first; nil where so many bytes are not left.
  mutating func number(_ width: Int) -> UInt64? { take(width)?.reduce(0) { $0 << 8 | UInt64($1) } }

  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= bytes.count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }
}
