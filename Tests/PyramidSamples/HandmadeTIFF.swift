/// A classic TIFF put together by hand, right or wrong, in either byte order.
package struct HandmadeTIFF {
  package struct Field {
    package var tag: UInt16
    package var type: UInt16
    package var values: [UInt32]
    /// Said in place of the number of values.
    package var count: UInt32?
    /// Said in place of where the values lie.
    package var place: UInt32?

    package init(
      tag: UInt16, type: UInt16, values: [UInt32], count: UInt32? = nil, place: UInt32? = nil
    ) {
      self.tag = tag
      self.type = type
      self.values = values
      self.count = count
      self.place = place
    }
  }

  package var isBigEndian = false
  package var directories: [[Field]] = []
  /// The place of the directory after each; the next one in the file where nil.
  package var links: [Int: UInt32] = [:]
  /// Tiles begin here; everything before is directories and values.
  package static let tilePlace = 4096

  /// Fields of a tiled picture of 16-pixel grey tiles, each 16 bytes of the file's end.
  package static func picture(_ width: UInt32, _ height: UInt32, reduced: Bool = false) -> [Field] {
    let tiles = ((width + 15) / 16) * ((height + 15) / 16)
    return [
      Field(tag: 254, type: 4, values: [reduced ? 1 : 0]),
      Field(tag: 256, type: 4, values: [width]),
      Field(tag: 257, type: 4, values: [height]),
      Field(tag: 258, type: 3, values: [8]),
      Field(tag: 259, type: 3, values: [7]),
      Field(tag: 262, type: 3, values: [1]),
      Field(tag: 277, type: 3, values: [1]),
      Field(tag: 322, type: 3, values: [16]),
      Field(tag: 323, type: 3, values: [16]),
      Field(tag: 324, type: 4, values: (0..<tiles).map { UInt32(tilePlace) + $0 * 16 }),
      Field(tag: 325, type: 4, values: (0..<tiles).map { _ in 16 }),
    ]
  }

  package static func pages(_ sizes: (UInt32, UInt32)...) -> HandmadeTIFF {
    HandmadeTIFF(
      directories: sizes.enumerated().map { picture($1.0, $1.1, reduced: $0 > 0) })
  }

  package mutating func set(_ tag: UInt16, of directory: Int = 0, _ change: (inout Field) -> Void) {
    guard let index = directories[directory].firstIndex(where: { $0.tag == tag }) else { return }
    change(&directories[directory][index])
  }

  package mutating func add(_ field: Field, to directory: Int = 0) {
    directories[directory].append(field)
    directories[directory].sort { $0.tag < $1.tag }
  }

  package func start(of directory: Int) -> UInt32 {
    8 + directories[..<directory].reduce(0) { $0 + 2 + UInt32($1.count) * 12 + 4 }
  }

  package var bytes: [UInt8] {
    var file = number(isBigEndian ? 0x4D4D : 0x4949, 2) + number(42, 2) + number(8, 4)
    var values: [UInt8] = []
    let end = start(of: directories.count)
    for (index, directory) in directories.enumerated() {
      file += number(UInt32(directory.count), 2)
      for field in directory {
        let width = field.type == 3 ? 2 : field.type == 4 ? 4 : 1
        let raw = field.values.flatMap { number($0, width) }
        file += number(UInt32(field.tag), 2) + number(UInt32(field.type), 2)
        file += number(field.count ?? UInt32(field.values.count), 4)
        if let place = field.place {
          file += number(place, 4)
        } else if raw.count <= 4 {
          file += raw + [UInt8](repeating: 0, count: 4 - raw.count)
        } else {
          file += number(end + UInt32(values.count), 4)
          values += raw
        }
      }
      let next = index + 1 < directories.count ? start(of: index + 1) : 0
      file += number(links[index] ?? next, 4)
    }
    file += values
    file += [UInt8](repeating: 0, count: max(0, Self.tilePlace - file.count))
    return file + [UInt8](repeating: 0xAB, count: 4096)
  }

  /// A file whose directories lie in one another: each begins one entry after the one before, so
  /// that one's entries are the next one's too.
  package static func overlapping(count: Int, fields: Int) -> [UInt8] {
    let start = 1 << 16
    var file = [UInt8](repeating: 0, count: 12 * (count + fields) + 16 + start)
    func put(_ value: Int, at place: Int, width: Int) {
      for byte in 0..<width { file[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }
    put(0x4949, at: 0, width: 2)
    put(42, at: 2, width: 2)
    put(start, at: 4, width: 4)
    put(fields, at: start, width: 2)
    for index in 0..<(count + fields) {
      let place = start + 2 + 12 * index
      let directory = index - fields
      if directory < 0 {
        put(40000 + index, at: place, width: 2)
        put(1, at: place + 2, width: 2)
      } else if directory < count - 1 {
        // An entry's tag and type to later directories, the next one's place to this.
        put(start + 12 * (directory + 1), at: place, width: 4)
      }
      put(1, at: place + 4, width: 4)
      // The number of fields of the directory that begins with the next entry.
      put(fields, at: place + 10, width: 2)
    }
    return file
  }

  private func number(_ value: UInt32, _ width: Int) -> [UInt8] {
    let little = (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt32($0 * 8)) }
    return isBigEndian ? little.reversed() : little
  }
}
