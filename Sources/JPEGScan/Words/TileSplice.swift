/// Makes JPEG tiles of a scan's own code words: only the first DC of each stretch is written anew, as
/// it is told by its difference to another block.
///
/// One thread at a time uses a splice: who lends them out sees to that, which `@unchecked Sendable`
/// rests on.
@safe
package final class TileSplice: @unchecked Sendable {
  private let header: ScanHeader
  private let tileSide: Int
  /// All that stands before a tile's scan.
  private let head: [UInt8]
  /// The words of DC differences, by component.
  private let differences: [[(word: UInt32, length: Int)]]
  /// The word for the end of a block, by component.
  private let ends: [(word: UInt32, length: Int)]
  private let stream = TileScan()

  /// - Parameters:
  ///   - header: of the scan.
  ///   - tileSide: a multiple of an MCU's sides, in pixels.
  /// - Throws: ``ScanIrregular`` where the code tables lack words that tiles need.
  package init(_ header: ScanHeader, tileSide: Int) throws(ScanIrregular) {
    self.header = header
    self.tileSide = tileSide
    var dc = header.dcSpecifications
    for component in header.components {
      dc[component.dcTable] = try header.dcSpecifications[component.dcTable]?
        .completedForDifferences()
    }
    head = TileHead(header, differences: dc).bytes(side: tileSide)
    var differences: [[(word: UInt32, length: Int)]] = []
    var ends: [(word: UInt32, length: Int)] = []
    for component in header.components {
      differences.append(dc[component.dcTable]?.words ?? [])
      guard let end = header.acSpecifications[component.acTable]?.words[0], end.length > 0 else {
        throw ScanIrregular("a code table without an end of block")
      }
      ends.append(end)
    }
    self.differences = differences
    self.ends = ends
  }

  /// A tile as a stream of its own.
  ///
  /// - Parameters:
  ///   - column: the tile's, of those that the row has.
  ///   - row: what was read of its row of tiles.
  ///   - body: given the bytes, which live until it returns.
  /// - Throws: what the closure says.
  package func encode(
    column: Int, of row: ScanRow, body: (Span<UInt8>) throws -> Void
  ) throws {
    let mcusAcross = tileSide / (8 * header.across)
    let mcusDown = tileSide / (8 * header.down)
    let bits = bitBound(column, row, mcus: mcusAcross * mcusDown)
    unsafe stream.make(head: head, bitBound: bits) { writer in
      var last = InlineArray<3, Int32>(repeating: 0)
      for mcuRow in 0..<mcusDown {
        var there = 0
        if let part = row.part(with: mcuRow) {
          for index in part.segments(mcuRow: mcuRow, column: column, of: row.columns) {
            unsafe copy(part.segments[index], of: part.window, to: &writer, &last)
            there += part.segments[index].mcus
          }
        }
        for _ in there..<mcusAcross { unsafe pad(&writer) }
      }
    }
    try stream.show(to: body)
  }

  /// How many bits a tile comes to at most.
  private func bitBound(_ column: Int, _ row: ScanRow, mcus: Int) -> Int {
    var bits = 0
    for part in row.parts {
      for mcuRow in part.mcuRows {
        for index in part.segments(mcuRow: mcuRow, column: column, of: row.columns) {
          // Each component's first DC may grow to the longest word and the bits behind it.
          bits += part.segments[index].end - part.segments[index].start + 3 * 27
        }
      }
    }
    // What pads: a word for no difference, and an end of block.
    return bits + mcus * (header.across * header.down + 2) * 32
  }

  private func copy(
    _ segment: ScanRow.Segment, of window: ScanWindow, to writer: inout BitWriter,
    _ last: inout InlineArray<3, Int32>
  ) {
    let base = unsafe UnsafePointer(window.base)
    var from = segment.start
    for index in header.components.indices {
      unsafe writer.copy(base, from..<segment.differences[index].lowerBound)
      unsafe put(segment.first[index] - last[index], of: index, to: &writer)
      from = segment.differences[index].upperBound
      last[index] = segment.last[index]
    }
    unsafe writer.copy(base, from..<segment.end)
  }

  /// Writes a difference of DC.
  private func put(_ difference: Int32, of component: Int, to writer: inout BitWriter) {
    let (bits, size) = extra(difference)
    let word = differences[component][size]
    unsafe writer.put(UInt64(word.word) << UInt64(size) | bits, bits: word.length + size)
  }

  /// Writes an MCU that goes on as flat as the last block was.
  private func pad(_ writer: inout BitWriter) {
    for index in header.components.indices {
      let component = header.components[index]
      for _ in 0..<component.across * component.down {
        unsafe put(0, of: index, to: &writer)
        unsafe writer.put(UInt64(ends[index].word), bits: ends[index].length)
      }
    }
  }
}
