import ByteText
package import Posix
package import PyramidFile
import PyramidFormat

/// Whether a file goes on to where its picture ends.
///
/// A file that was cut short on its way has as good a header as one that is whole; cutting finds it
/// out at the very end.
package struct FileEnd {
  /// What is said of a file without it.
  private static let isMissingWords = "truncated: the file ends before its picture does"

  private static let endOfImage: [UInt8] = [0xFF, 0xD9]
  private static let pieceLength: Int64 = 1 << 16
  /// More segments or chunks than any program writes; then nothing is said.
  private static let stepLimit = 1 << 20

  private let file: LocalFile

  /// - Parameter file: a source.
  package init(of file: LocalFile) { self.file = file }

  /// Looks for the end.
  ///
  /// - Returns: what is wrong where the picture's end is missing; nil as well for what is told by
  ///   nothing short of decoding.
  /// - Throws: what kept the file from being read.
  package func wordsWhereMissing() throws(FileError) -> String? {
    let format = try SourceFormat(of: file)
    do throws(TIFFError) {
      switch format {
      case .jpeg: return try isJPEGCutShort() ? Self.isMissingWords : nil
      case .png: return try wordsOfShortPNG()
      case .tiff: return try TIFFPictures(of: file).isCutShort() ? Self.isMissingWords : nil
      // Their decoders say so when they open them, or can't tell.
      case .webp, .gif, .heif, .avif, .jpeg2000, .svg, .pdf, .cbz, .djvu, nil: return nil
      }
    } catch {
      if let failure = error.fileError { throw failure }
      // A length that leads out of the file.
      return Self.isMissingWords
    }
  }

  /// The last scan is followed by a marker that no code word looks like.
  private func isJPEGCutShort() throws(TIFFError) -> Bool {
    var place: Int64 = 2
    for _ in 0..<Self.stepLimit {
      let head = try bytes(at: place, count: 4)
      // What is no segment here is for a decoder to judge.
      guard head[0] == 0xFF else { return false }
      if head[1] == 0xFF {
        place += 1
        continue
      }
      place += 2 + Int64(head[2]) << 8 + Int64(head[3])
      if head[1] == 0xDA { return try !holds(Self.endOfImage, from: place) }
    }
    return false
  }

  /// Whether bytes are found from a place on, looked for from the end: mostly they are there.
  private func holds(_ wanted: [UInt8], from start: Int64) throws(TIFFError) -> Bool {
    var end = file.byteCount
    while end > start {
      let place = max(start, end - Self.pieceLength)
      let piece = try bytes(at: place, count: end - place)
      for index in 0..<max(0, piece.count - wanted.count + 1)
      where piece[index] == wanted[0] && piece[index...].starts(with: wanted) {
        return true
      }
      guard place > start else { return false }
      end = place + Int64(wanted.count) - 1
    }
    return false
  }

  /// Chunks of pixels are cut short where files are; what any other one claims may be what is wrong.
  private func wordsOfShortPNG() throws(TIFFError) -> String? {
    var place: Int64 = 8
    for _ in 0..<Self.stepLimit {
      let head = try bytes(at: place, count: 8)
      let length = head[..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      let left = file.byteCount - place - 8
      let name = String(decoding: head[4...], as: UTF8.self)
      // Each has a checksum behind it.
      let isWhole = length + 4 <= left
      if name == "IEND" { return isWhole ? nil : Self.isMissingWords }
      guard isWhole else {
        let isPlausible = name == "IDAT" && length <= Int32.max
        return isPlausible ? Self.isMissingWords : Self.words(on: name, claiming: length, of: left)
      }
      place += 12 + length
    }
    return nil
  }

  private static func words(on chunk: String, claiming length: Int64, of left: Int64) -> String {
    let isName = chunk.utf8.allSatisfy { ASCII.isLetter($0) }
    return "truncated, or damaged: its chunk \(isName ? chunk : "without a name") claims "
      + "\(length) bytes, and the file has \(left) more"
  }

  private func bytes(at place: Int64, count: Int64) throws(TIFFError) -> [UInt8] {
    try file.bytes(
      "the picture", at: UInt64(clamping: place), count: UInt64(clamping: count))
  }
}
