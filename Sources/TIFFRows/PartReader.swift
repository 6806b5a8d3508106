import Inflating
package import PyramidFormat

/// A TIFF's pixels, part after part and row by row: whoever has several reads several parts at once.
///
/// Of a part no more is held than what was unpacked of it and not read.
@safe
package final class PartReader: @unchecked Sendable {
  // `@unchecked`: whoever lends it lends it to one thread at a time.

  private let parts: TIFFParts
  /// One for each plane of samples.
  private let planes: [PackedRows]
  private var samples: PartSamples
  private var joined: JoinedRow
  /// The rows of the picture that the part has and that were not read.
  package private(set) var rows = 0..<0
  /// Rows that the part has behind those.
  private var padding = 0
  /// Samples of its rows that are in the picture.
  private var shown = 0

  /// - Parameter parts: of a page.
  package init(_ parts: TIFFParts) {
    self.parts = parts
    planes = (0..<parts.planes).map { _ in PackedRows(parts) }
    samples = PartSamples(parts)
    joined = JoinedRow(pixels: parts.partWidth, planes: parts.planes)
  }

  /// Goes to the beginning of a part.
  ///
  /// - Parameters:
  ///   - row: of parts, from 0.
  ///   - column: of parts.
  /// - Throws: ``PackedIrregular`` where it does not lie in the file.
  package func begin(row: Int, column: Int) throws {
    rows = parts.rows(of: row)
    shown = parts.pixels(of: column).count * parts.samplesPerPixel
    let stored = parts.storedRows(of: row)
    padding = stored - rows.count
    for (plane, packed) in planes.enumerated() {
      let place: Range<Int64>
      do throws(TIFFError) {
        place = try parts.bytes(row: row, column: column, plane: plane)
      } catch {
        throw PackedIrregular(error.description)
      }
      try packed.begin(place, rows: stored)
    }
  }

  /// Reads the next of a part's ``rows``, and behind the last one what else stands in the part.
  ///
  /// - Parameter body: given the samples, of 8 bits, that the row has of the picture.
  /// - Returns: what the closure says.
  /// - Throws: ``PackedIrregular`` where it is none, or what the file or the closure says.
  package func readRow<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    precondition(!rows.isEmpty, "the part has no more rows")
    rows.removeFirst()
    let result =
      planes.count == 1
      ? try planes[0].take { try samples.show($0) { try body($0.extracting(0..<shown)) } }
      : try readPlanes(body)
    if rows.isEmpty { try finish() }
    return result
  }

  private func readPlanes<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    for (plane, packed) in planes.enumerated() {
      try packed.take { try samples.show($0) { joined.put($0, plane: plane) } }
    }
    return try joined.show(shown, body)
  }

  private func finish() throws {
    for packed in planes {
      for _ in 0..<padding { try packed.take { _ in } }
      try packed.finish()
    }
  }
}

/// A row whose samples stand side by side though they are stored in planes.
private struct JoinedRow {
  private let planes: Int
  private var samples: [UInt8]

  init(pixels: Int, planes: Int) {
    self.planes = planes
    samples = planes > 1 ? Array(repeating: 0, count: pixels * planes) : []
  }

  mutating func put(_ row: Span<UInt8>, plane: Int) {
    let step = planes
    precondition(row.count * step <= samples.count && plane < step)
    unsafe row.withUnsafeBufferPointer { row in
      unsafe samples.withUnsafeMutableBufferPointer { samples in
        guard let source = row.baseAddress, let target = samples.baseAddress else { return }
        for x in 0..<row.count { unsafe target[step &* x &+ plane] = source[x] }
      }
    }
  }

  func show<Result>(_ count: Int, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    try body(samples.span.extracting(0..<count))
  }
}
