/// Where the parts of a document lie, as its directory says.
struct DjVuDirectory {
  enum Part: Equatable {
    case page(DjVuChunk)
    case shared(DjVuChunk)
    case thumbnails(DjVuChunk)
    /// One of which nobody knows what it was: most are pages.
    case broken(DjVuIrregular)

    /// Where it lies; nil for one that is broken.
    var chunk: DjVuChunk? {
      switch self {
      case .page(let chunk), .shared(let chunk), .thumbnails(let chunk): chunk
      case .broken: nil
      }
    }
  }

  /// In the order of the directory.
  private(set) var parts: [Part]

  /// - Parameters:
  ///   - directory: the chunk.
  ///   - reader: the file.
  /// - Throws: ``DjVuIrregular``, or what reading it says.
  init(_ directory: DjVuChunk, _ reader: DjVuReader) throws {
    let start = directory.place.lowerBound
    guard directory.place.count >= 3 else { throw DjVuIrregular.endsEarly }
    let header = try reader.bytes(at: start, count: 3)
    guard header[0] & 0x80 != 0 else { throw DjVuIrregular.isElsewhere }
    let count = Int(DjVuReader.number(header[1...]))
    guard directory.place.count >= 3 + 4 * count else { throw DjVuIrregular.endsEarly }
    let places = try reader.bytes(at: start + 3, count: 4 * count)
    parts = []
    for index in 0..<count {
      let place = Int64(DjVuReader.number(places[4 * index..<4 * index + 4]))
      do {
        parts.append(try Self.part(at: place, behind: directory, reader))
      } catch let reason as DjVuIrregular {
        parts.append(.broken(reason))
      }
    }
    breakOverlaps()
  }

  private static func part(
    at place: Int64, behind directory: DjVuChunk, _ reader: DjVuReader
  ) throws -> Part {
    guard place >= directory.place.upperBound else { throw DjVuIrregular.overlaps }
    let chunk = try reader.chunk(at: place, before: reader.byteCount)
    guard chunk.name == "FORM", chunk.place.count >= 4 else {
      throw DjVuIrregular("it is not where the directory says")
    }
    let kind = try reader.bytes(at: chunk.place.lowerBound, count: 4)
    switch String(decoding: kind, as: UTF8.self) {
    case "DJVU": return .page(chunk)
    case "DJVI": return .shared(chunk)
    case "THUM": return .thumbnails(chunk)
    default: throw DjVuIrregular("it is of no kind that is known")
    }
  }

  /// What goes on where another part begins has lost its length; of two at one place the second is
  /// none.
  private mutating func breakOverlaps() {
    var last: (index: Int, place: Range<Int64>)?
    let places = parts.enumerated().compactMap { index, part in
      part.chunk.map { (index: index, place: $0.whole) }
    }
    for next in places.sorted(by: {
      ($0.place.lowerBound, $0.index) < ($1.place.lowerBound, $1.index)
    }) {
      guard let before = last, before.place.upperBound > next.place.lowerBound else {
        last = next
        continue
      }
      let isTwice = before.place.lowerBound == next.place.lowerBound
      parts[isTwice ? next.index : before.index] = .broken(.overlaps)
      if !isTwice { last = next }
    }
  }
}
