/// A scan's bytes, piece by piece from the file into windows.
@safe
struct ScanStream {
  private var input: any ScanInput
  /// Read from the file and not taken by a window yet: less than a marker, as a rule.
  private var rest: [UInt8] = []
  private var piece: [UInt8]
  /// The image's end was found: what a window has is all there is.
  private(set) var isEnded = false
  /// Where some of its bytes lie in the file; nil where nobody will look for them.
  private(set) var places: ScanPlaces?
  /// Bytes that were read from the file.
  private var readCount = 0

  /// How much is read at once.
  private static var pieceLength: Int { 1 << 16 }

  /// - Parameters:
  ///   - input: the file from the scan's first byte on.
  ///   - pieceLength: how much is read at once.
  ///   - notesPlaces: whether somebody will look for its bytes later.
  init(_ input: any ScanInput, pieceLength: Int = Self.pieceLength, notesPlaces: Bool = false) {
    self.input = input
    places = notesPlaces ? ScanPlaces() : nil
    piece = Array(repeating: 0, count: pieceLength)
  }

  /// One of which nothing is to come.
  static var ended: ScanStream {
    var stream = ScanStream(NoInput(), pieceLength: 0)
    stream.isEnded = true
    return stream
  }

  private struct NoInput: ScanInput {
    func read(into buffer: inout MutableRawSpan) -> Int { 0 }
  }

  /// Appends some more of the scan to a window.
  ///
  /// - Parameter window: the one that is read from.
  /// - Throws: ``ScanIrregular`` where the file ends before its image does, or what the file says.
  mutating func fill(_ window: ScanWindow) throws {
    let held = rest.count
    places?.note(plain: window.origin + window.count, stored: readCount - held)
    piece.replaceSubrange(0..<held, with: rest)
    let read = try unsafe piece.withUnsafeMutableBytes { bytes in
      var rest = unsafe MutableRawSpan(_unsafeBytes: bytes[held...])
      return try input.read(into: &rest)
    }
    guard read > 0 else { throw ScanIrregular("the file ends before its image does") }
    readCount += read
    let outcome = try unsafe piece.withUnsafeBytes { bytes throws(ScanIrregular) in
      unsafe try window.append(stuffed: UnsafeRawBufferPointer(rebasing: bytes[..<(held + read)]))
    }
    switch outcome {
    case .taken(let count): rest = Array(piece[count..<held + read])
    case .ended:
      isEnded = true
      rest = []
    }
  }
}
