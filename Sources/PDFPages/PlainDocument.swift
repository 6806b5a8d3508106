import Inflating

/// The objects of a document that the engine has written, as far as its beginning goes.
struct PlainDocument {
  private let bytes: [UInt8]
  private var objects: [Int: PlainObject] = [:]
  private var streams: [Int: Range<Int>] = [:]

  /// Bytes of all that is drawn on a page that are looked at: the picture comes first.
  private static let unpacked = 1 << 14

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // Two lines in front say what kind of file it is.
    guard let first = bytes.firstIndex(of: 0x0A),
      let second = bytes[(first + 1)...].firstIndex(of: 0x0A)
    else { return }
    var reader = PlainReader(bytes[(second + 1)...])
    while readObject(&reader) {}
  }

  /// - Returns: false behind the last one that is there.
  private mutating func readObject(_ reader: inout PlainReader) -> Bool {
    guard let number = reader.integer(), reader.integer() == 0, reader.next() == .word("obj"),
      let object = reader.object(), objects.updateValue(object, forKey: number) == nil
    else { return false }
    var end = reader.next()
    if end == .word("stream") {
      reader.skipLineEnd()
      guard let length = object.dictionary?["Length"]?.number.flatMap(Int.init(exactly:)) else {
        return false
      }
      let start = reader.place
      guard reader.skip(length) else { return false }
      streams[number] = start..<reader.place
      guard reader.next() == .word("endstream") else { return false }
      end = reader.next()
    }
    return end == .word("endobj")
  }

  /// The one page.
  var page: [String: PlainObject]? {
    let pages = objects.values.compactMap(\.dictionary).filter { $0["Type"] == .name("Page") }
    return pages.count == 1 ? pages[0] : nil
  }

  /// A dictionary, or that which is meant.
  func dictionary(_ object: PlainObject?) -> [String: PlainObject]? {
    guard case .reference(let number)? = object else { return object?.dictionary }
    return objects[number]?.dictionary
  }

  /// The beginning of what draws a page; nil where it is packed in an unusual way.
  func content(of page: [String: PlainObject]) -> [UInt8]? {
    var all: [UInt8] = []
    for stream in parts(of: page["Contents"]) {
      guard case .reference(let number) = stream, let range = streams[number],
        let dictionary = objects[number]?.dictionary, dictionary["DecodeParms"] == nil
      else { return nil }
      switch dictionary["Filter"] {
      case nil: all += bytes[range].prefix(Self.unpacked)
      case .name("FlateDecode"): all += Self.inflated(bytes[range])
      default: return nil
      }
      guard all.count < Self.unpacked else { break }
      all.append(0x0A)
    }
    return all
  }

  private func parts(of contents: PlainObject?) -> [PlainObject] {
    switch contents {
    case .array(let parts): parts
    case .reference(let number):
      if case .array(let parts)? = objects[number] { parts } else { [.reference(number)] }
    default: []
    }
  }

  private static func inflated(_ packed: ArraySlice<UInt8>) -> [UInt8] {
    var rest = packed
    let stream = InflateStream(longest: 1) { room in
      let count = min(room.byteCount, rest.count)
      for index in 0..<count {
        room.storeBytes(of: rest[rest.startIndex + index], toByteOffset: index, as: UInt8.self)
      }
      rest = rest.dropFirst(count)
      return count
    }
    var all: [UInt8] = []
    while all.count < unpacked {
      guard let byte = try? stream.take(1, { $0[0] }) else { break }
      all.append(byte)
    }
    return all
  }
}
