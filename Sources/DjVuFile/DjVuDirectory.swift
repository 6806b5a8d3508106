/// Where the parts of a document lie, as its directory says.
struct DjVuDirectory {
  enum Kind: Equatable { case page, shared, thumbnails }

  /// In the order of the directory.
  let parts: [(kind: Kind, chunk: DjVuChunk)]

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
    var parts: [(kind: Kind, chunk: DjVuChunk)] = []
    for index in 0..<count {
      let place = Int64(DjVuReader.number(places[4 * index..<4 * index + 4]))
      let chunk = try reader.chunk(at: place, before: reader.byteCount)
      guard chunk.name == "FORM", chunk.place.count >= 4 else {
        throw DjVuIrregular("part \(index + 1) of the document is none")
      }
      let kind = try reader.bytes(at: chunk.place.lowerBound, count: 4)
      switch String(decoding: kind, as: UTF8.self) {
      case "DJVU": parts.append((.page, chunk))
      case "DJVI": parts.append((.shared, chunk))
      case "THUM": parts.append((.thumbnails, chunk))
      default: throw DjVuIrregular("part \(index + 1) of the document is of no kind that is known")
      }
    }
    let places64 = parts.map(\.chunk.whole).sorted { $0.lowerBound < $1.lowerBound }
    for (part, next) in zip(places64, places64.dropFirst()) {
      guard part.upperBound <= next.lowerBound else {
        throw DjVuIrregular("the document's parts lie in one another")
      }
    }
    self.parts = parts
  }
}
