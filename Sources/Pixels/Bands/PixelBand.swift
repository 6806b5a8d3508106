/// A row of tiles in memory: as many as a level is wide, padded to whole tiles.
///
/// Threads share it without a lock: whoever schedules the work gives every region of it to one
/// thread at a time, which is what `@unchecked Sendable` rests on here.
@safe
package final class PixelBand: @unchecked Sendable {
  package let layout: PixelLayout
  package let columns: Int
  package let tileSide: Int

  @safe
  package struct Plane {
    package let base: UnsafeMutablePointer<UInt8>
    package let stride: Int
    package let bytesPerPixel: Int
    /// How many times the plane's sides are halved against those of luma.
    package let shift: Int

    /// The byte of a pixel given in luma coordinates.
    @inline(__always)
    package func address(x: Int, y: Int) -> UnsafeMutablePointer<UInt8> {
      unsafe base + (y >> shift) * stride + (x >> shift) * bytesPerPixel
    }
  }

  package let planes: [Plane]
  private let storage: UnsafeMutableRawPointer

  /// An empty band.
  ///
  /// - Parameters:
  ///   - layout: of its pixels.
  ///   - columns: tiles side by side.
  ///   - tileSide: even, so that a tile halves into half a tile.
  package init(layout: PixelLayout, columns: Int, tileSide: Int) {
    precondition(columns > 0 && tileSide > 0 && tileSide % 16 == 0, "a band of nothing")
    self.layout = layout
    self.columns = columns
    self.tileSide = tileSide
    let width = columns * tileSide
    // SIMD loads never leave their row, but row starts aligned to 64 bytes keep them cheap.
    let storage = UnsafeMutableRawPointer.allocate(
      byteCount: layout.bytes(pixels: width * tileSide), alignment: 64)
    unsafe self.storage = unsafe storage
    var next = unsafe storage.assumingMemoryBound(to: UInt8.self)
    planes = layout.planes.map { bytes, shift in
      let stride = (width >> shift) * bytes
      let plane = unsafe Plane(base: next, stride: stride, bytesPerPixel: bytes, shift: shift)
      unsafe next += stride * (tileSide >> shift)
      return plane
    }
  }

  deinit { unsafe storage.deallocate() }

  package var width: Int { columns * tileSide }
}

// MARK: - Edges

extension PixelBand {
  /// Repeats the outermost pixels of the part that holds picture over the rest of the band.
  ///
  /// - Parameters:
  ///   - x: the columns that hold picture, in pixels of the band.
  ///   - y: the rows that hold picture.
  package func padEdges(x: Range<Int>, y: Range<Int>) {
    guard !x.isEmpty, !y.isEmpty else { return }
    for plane in planes {
      let shift = plane.shift
      let round = (1 << shift) - 1
      let columns = (x.lowerBound >> shift)..<((x.upperBound + round) >> shift)
      let rows = (y.lowerBound >> shift)..<((y.upperBound + round) >> shift)
      padSides(plane, columns: columns, rows: rows)
      let first = unsafe plane.base + rows.lowerBound * plane.stride
      for row in 0..<rows.lowerBound {
        unsafe (plane.base + row * plane.stride).update(from: first, count: plane.stride)
      }
      let last = unsafe plane.base + (rows.upperBound - 1) * plane.stride
      for row in rows.upperBound..<(tileSide >> shift) {
        unsafe (plane.base + row * plane.stride).update(from: last, count: plane.stride)
      }
    }
  }

  private func padSides(_ plane: Plane, columns: Range<Int>, rows: Range<Int>) {
    let pixel = plane.bytesPerPixel
    let end = plane.stride
    guard columns.lowerBound > 0 || columns.upperBound * pixel < end else { return }
    for row in rows {
      let line = unsafe plane.base + row * end
      unsafe fill(line, columns.lowerBound, with: line + columns.lowerBound * pixel, pixel)
      unsafe fill(
        line + columns.upperBound * pixel, end / pixel - columns.upperBound,
        with: line + (columns.upperBound - 1) * pixel, pixel)
    }
  }

  /// Writes a pixel over so many others, of whom it is none.
  private func fill(
    _ first: UnsafeMutablePointer<UInt8>, _ count: Int, with pixel: UnsafeMutablePointer<UInt8>,
    _ bytes: Int
  ) {
    guard bytes > 1 else { return unsafe first.update(repeating: pixel.pointee, count: count) }
    precondition(bytes == 4, "pixels of another kind")
    let whole = unsafe UnsafeRawPointer(pixel).loadUnaligned(as: UInt32.self)
    let target = UnsafeMutableRawPointer(first)
    for place in 0..<count {
      unsafe target.storeBytes(of: whole, toByteOffset: 4 * place, as: UInt32.self)
    }
  }
}

// MARK: - Turning a tile

extension PixelBand {
  /// Copies one tile, turned upright, into the first tile of another band of the same layout.
  package func copyTile(column: Int, turned orientation: Orientation, into target: PixelBand) {
    precondition(target.layout == layout && target.tileSide == tileSide, "bands differ")
    for index in planes.indices {
      let source = planes[index]
      let copy = target.planes[index]
      let side = tileSide >> source.shift
      let pixel = source.bytesPerPixel
      // The steps in the source for one pixel right and one pixel down in the copy.
      let across = orientation.mirrorsColumns ? -pixel : pixel
      let along = orientation.mirrorsRows ? -source.stride : source.stride
      var line = unsafe source.base + column * side * pixel
      if orientation.mirrorsColumns { unsafe line += (side - 1) * pixel }
      if orientation.mirrorsRows { unsafe line += (side - 1) * source.stride }
      let (right, down) = orientation.swapsAxes ? (along, across) : (across, along)
      for y in 0..<side {
        var from = unsafe line + y * down
        var to = unsafe copy.base + y * copy.stride
        for _ in 0..<side {
          for byte in 0..<pixel { unsafe to[byte] = from[byte] }
          unsafe from += right
          unsafe to += pixel
        }
      }
    }
  }
}
