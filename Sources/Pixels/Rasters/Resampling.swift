extension Raster {
  /// The part inside a rectangle, scaled to a size.
  ///
  /// Rows are mixed first, then columns, eight rows at a time: what they have in a column lies side
  /// by side and is mixed in one go. In between, samples are held as their difference to 128 in 16 bits, in
  /// which the sum of a Lanczos kernel can't overflow.
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
    // Kernels have 128ths to share out: over too many pixels nothing would be left for most.
    let blocks = (
      across: max(1, Int(rect.width / Double(columns) / 3)),
      down: max(1, Int(rect.height / Double(rows) / 3))
    )
    guard blocks == (1, 1) else {
      let smaller = SampledRect(
        x: rect.x / Double(blocks.across), y: rect.y / Double(blocks.down),
        width: rect.width / Double(blocks.across), height: rect.height / Double(blocks.down))
      return averaged(across: blocks.across, down: blocks.down).resampled(
        smaller, width: columns, height: rows, isCancelled: isCancelled)
    }
    let across = Kernel(source: width, start: rect.x, length: rect.width, count: columns)
    let down = Kernel(source: height, start: rect.y, length: rect.height, count: rows)
    var result = Raster(width: columns, height: rows, channels: channels, hasAlpha: hasAlpha)
    // Columns that no output pixel needs are left out of the first pass.
    let firstColumn = across.starts.min() ?? 0
    let endColumn = (across.starts.max() ?? 0) + across.taps
    var mixer = RowMixer(samples: (endColumn - firstColumn) * channels, channels: channels)
    for top in stride(from: 0, to: rows, by: RowMixer.rows) {
      if isCancelled() { return nil }
      let count = min(RowMixer.rows, rows - top)
      for row in 0..<count {
        mixer.mixRows(
          of: self, from: firstColumn * channels, kernel: down, output: top + row, into: row)
      }
      mixer.mixColumns(across, firstColumn: firstColumn, into: &result, at: top, rows: count)
    }
    return result
  }
}
