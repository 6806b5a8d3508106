extension Raster {
  /// The part inside a rectangle, scaled to a size.
  ///
  /// - Parameters:
  ///   - rect: the part, in pixels of this raster.
  ///   - columns: of the result, in pixels.
  ///   - rows: of the result.
  ///   - isCancelled: asked between rows; the answer is nil once it says yes.
  /// - Returns: nil where it was cancelled.
  package func resampled(
    _ rect: SampledRect, width columns: Int, height rows: Int, isCancelled: () -> Bool
  ) -> Raster? {
    Self.resampled([self], rect, width: columns, height: rows, isCancelled: isCancelled)?.first
  }

  /// The parts of rasters inside a rectangle, scaled to a size.
  ///
  /// Rows are mixed first, then columns, eight rows at a time: what they have in a column lies side
  /// by side and is mixed in one go. In between, samples are held as their difference to 128 in 16
  /// bits, in which the sum of a Lanczos kernel can't overflow.
  ///
  /// - Parameters:
  ///   - rasters: all of a size, and with as many channels.
  ///   - rect: the part, in pixels of the rasters.
  ///   - columns: of the results, in pixels.
  ///   - rows: of the results.
  ///   - isCancelled: asked between rows; the answer is nil once it says yes.
  /// - Returns: nil where it was cancelled.
  static func resampled(
    _ rasters: [Raster], _ rect: SampledRect, width columns: Int, height rows: Int,
    isCancelled: () -> Bool
  ) -> [Raster]? {
    guard let first = rasters.first else { return [] }
    // Kernels have 128ths to share out: over too many pixels nothing would be left for most.
    let blocks = (
      across: max(1, Int(rect.width / Double(columns) / 3)),
      down: max(1, Int(rect.height / Double(rows) / 3))
    )
    guard blocks == (1, 1) else {
      let smaller = SampledRect(
        x: rect.x / Double(blocks.across), y: rect.y / Double(blocks.down),
        width: rect.width / Double(blocks.across), height: rect.height / Double(blocks.down))
      return resampled(
        rasters.map { $0.averaged(across: blocks.across, down: blocks.down) }, smaller,
        width: columns, height: rows, isCancelled: isCancelled)
    }
    let across = Kernel(source: first.width, start: rect.x, length: rect.width, count: columns)
    let down = Kernel(source: first.height, start: rect.y, length: rect.height, count: rows)
    // Columns that no output pixel needs are left out of the first pass.
    let firstColumn = across.starts.min() ?? 0
    let endColumn = (across.starts.max() ?? 0) + across.taps
    var mixer = RowMixer(
      samples: (endColumn - firstColumn) * first.channels, channels: first.channels)
    var results: [Raster] = []
    for raster in rasters {
      let stride = columns * raster.channels
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: stride * rows) { room, made in
        guard let room = room.baseAddress else { return }
        for top in Swift.stride(from: 0, to: rows, by: RowMixer.rows) {
          if isCancelled() { return }
          mixer.mixRows(
            of: raster, from: firstColumn * raster.channels, kernel: down, output: top)
          unsafe mixer.mixColumns(
            across, firstColumn: firstColumn, into: room + top * stride,
            rows: min(RowMixer.rows, rows - top))
          made = min(rows, top + RowMixer.rows) * stride
        }
      }
      guard bytes.count == stride * rows else { return nil }
      results.append(
        Raster(
          width: columns, height: rows, channels: raster.channels, hasAlpha: raster.hasAlpha,
          bytes: bytes))
    }
    return results
  }
}
