package import Posix
package import PyramidFile
import PyramidFormat

/// Whether a file goes on to where its picture ends.
///
/// A file that was cut short on its way has as good a header as one that is whole; cutting finds it
/// out at the very end.
package struct FileEnd {
  /// What is said of a file without it.
  package static let isMissingWords = "truncated: the file ends before its picture does"

  private static let endOfImage: [UInt8] = [0xFF, 0xD9]
  private static let pieceLength: Int64 = 1 << 16
  /// More segments or chunks than any program writes; then nothing is said.
  private static let stepLimit = 1 << 20

  private let file: LocalFile

  /// - Parameter file: a source.
  package init(of file: LocalFile) { self.file = file }

  /// Looks for the end.
  ///
  /// - Returns: true where the picture's end is missing; false as well for what is told by nothing
  ///   short of decoding.
  /// - Throws: what kept the file from being read.
  package func isMissing() throws(FileError) -> Bool {
    let format = try SourceFormat(of: file)
    do throws(TIFFError) {
      switch format {
      case .jpeg: return try isJPEGCutShort()
      case .png: return try isPNGCutShort()
      case .tiff: return try TIFFPictures(of: file).isCutShort()
      // Their decoders say so when they open them, or can't tell.
      case .webp, .gif, .heif, .avif, .jpeg2000, .svg, .pdf, .cbz, nil: return false
      }
    } catch {
      if let failure = error.fileError { throw failure }
      // A length that leads out of the file.
      return true
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

  private func isPNGCutShort() throws(TIFFError) -> Bool {
    var place: Int64 = 8
    for _ in 0..<Self.stepLimit {
      let head = try bytes(at: place, count: 8)
      let length = head[..<4].reduce(Int64(0)) { $0 << 8 | Int64($1) }
      place += 12 + length
      if head[4...].elementsEqual("IEND".utf8) { return place > file.byteCount }
    }
    return false
  }

  private func bytes(at place: Int64, count: Int64) throws(TIFFError) -> [UInt8] {
    try file.bytes(
      "the picture", at: UInt64(clamping: place), count: UInt64(clamping: count))
  }
}
