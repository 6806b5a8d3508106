import TileGeometry

/// The picture that a HEIF or AVIF file is about, by what its `meta` box says (ISO 14496-12, 23008-12).
struct PrimaryItem {
  /// Cropped and turned as the file says.
  let size: PixelSize

  /// Reads what is said of it; nil where that doesn't tell how large the picture is.
  ///
  /// - Parameter meta: the contents of the box, behind its version.
  init?(meta: ArraySlice<UInt8>) {
    let boxes = MemoryBoxes(meta)
    guard let primary = boxes.first("pitm").flatMap(Self.item),
      let properties = boxes.first("iprp").map(MemoryBoxes.init),
      let known = properties.first("ipco").map(MemoryBoxes.init),
      let lists = properties.first("ipma")
    else { return nil }
    let own = Self.properties(of: primary, lists)
    var size: PixelSize?
    // Properties are carried out in the order in which the item has them.
    for index in own where known.all.indices.contains(index - 1) {
      let (kind, body) = known.all[index - 1]
      switch kind {
      case "ispe" where body.count >= 12:
        size = PixelSize(body.bigEndian(at: 4, 4), body.bigEndian(at: 8, 4))
      case "clap" where body.count >= 16:
        let (width, across) = (body.bigEndian(at: 0, 4), body.bigEndian(at: 4, 4))
        let (height, down) = (body.bigEndian(at: 8, 4), body.bigEndian(at: 12, 4))
        guard across > 0, down > 0 else { return nil }
        size = PixelSize(width / across, height / down)
      case "irot" where body.count >= 1:
        if body[body.startIndex] & 1 == 1, let upright = size {
          size = PixelSize(width: upright.height, height: upright.width)
        }
      default: break
      }
    }
    guard let size else { return nil }
    self.size = size
  }

  private static func item(_ body: ArraySlice<UInt8>) -> UInt64? {
    guard let version = body.first, body.count >= (version == 0 ? 6 : 8) else { return nil }
    return body.bigEndian(at: 4, version == 0 ? 2 : 4)
  }

  /// The numbers of an item's properties, from 1.
  private static func properties(of item: UInt64, _ body: ArraySlice<UInt8>) -> [Int] {
    guard body.count >= 8 else { return [] }
    let idWidth = body.bigEndian(at: 0, 1) < 1 ? 2 : 4
    let indexWidth = body.bigEndian(at: 3, 1) & 1 == 1 ? 2 : 1
    var place = 8
    for _ in 0..<body.bigEndian(at: 4, 4) {
      guard place + idWidth + 1 <= body.count else { return [] }
      let id = body.bigEndian(at: place, idWidth)
      let count = Int(body.bigEndian(at: place + idWidth, 1))
      place += idWidth + 1
      guard place + count * indexWidth <= body.count else { return [] }
      if id == item {
        // The highest bit says whether a property must be understood.
        return (0..<count).map {
          Int(body.bigEndian(at: place + $0 * indexWidth, indexWidth))
            & (indexWidth == 2 ? 0x7FFF : 0x7F)
        }
      }
      place += count * indexWidth
    }
    return []
  }
}

/// Boxes that lie one after the other in memory.
struct MemoryBoxes {
  private static let limit = 4096

  let all: [(kind: String, body: ArraySlice<UInt8>)]

  init(_ bytes: ArraySlice<UInt8>) {
    var all: [(kind: String, body: ArraySlice<UInt8>)] = []
    var rest = bytes
    while rest.count >= 8, all.count < Self.limit {
      let told = rest.bigEndian(at: 0, 4)
      let length = told == 0 ? UInt64(rest.count) : told
      guard length >= 8, length <= UInt64(rest.count) else { break }
      let kind = String(
        decoding: rest[(rest.startIndex + 4)..<(rest.startIndex + 8)], as: UTF8.self)
      all.append((kind, rest.prefix(Int(length)).dropFirst(8)))
      rest = rest.dropFirst(Int(length))
    }
    self.all = all
  }

  func first(_ kind: String) -> ArraySlice<UInt8>? { all.first { $0.kind == kind }?.body }
}
