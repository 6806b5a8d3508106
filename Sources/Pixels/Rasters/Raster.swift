/// Pixels in memory: four bytes each, red, green, blue and alpha, colour multiplied by its alpha; or
/// one byte each, where it is a plane of a ``PlanarPicture``.
package struct Raster: Sendable {
  package let width: Int
  package let height: Int
  /// Bytes of a pixel: 4 or 1.
  package let channels: Int
  /// Whether any pixel may be clear.
  package var hasAlpha: Bool
  package var bytes: [UInt8]

  package init(width: Int, height: Int, channels: Int = 4, hasAlpha: Bool, bytes: [UInt8]) {
    precondition(bytes.count == width * height * channels, "a raster of another size")
    self.width = width
    self.height = height
    self.channels = channels
    self.hasAlpha = hasAlpha
    self.bytes = bytes
  }

  /// Clear where it has alpha, black where it has not.
  package init(width: Int, height: Int, channels: Int = 4, hasAlpha: Bool) {
    self.init(
      width: width, height: height, channels: channels, hasAlpha: hasAlpha,
      bytes: [UInt8](repeating: 0, count: width * height * channels))
  }

  /// A plane, all of one value.
  package init(planeOfWidth width: Int, height: Int, value: UInt8) {
    self.init(
      width: width, height: height, channels: 1, hasAlpha: false,
      bytes: [UInt8](repeating: value, count: width * height))
  }

  /// Copies the part of a tile here that it has of this raster.
  package mutating func copy(_ tile: Raster, _ part: TilePart) {
    copy(tile, from: part.from, to: part.to, size: (part.size.width, part.size.height))
  }

  /// Copies a block of another raster here.
  package mutating func copy(
    _ other: Raster, from: (x: Int, y: Int), to: (x: Int, y: Int), size: (Int, Int)
  ) {
    let (columns, rows) = size
    guard columns > 0, rows > 0 else { return }
    precondition(from.x >= 0 && from.y >= 0 && to.x >= 0 && to.y >= 0)
    precondition(from.x + columns <= other.width && from.y + rows <= other.height)
    precondition(to.x + columns <= width && to.y + rows <= height)
    precondition(channels == other.channels)
    let stride = width * channels
    unsafe bytes.withUnsafeMutableBytes { target in
      unsafe other.bytes.withUnsafeBytes { source in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        for row in 0..<rows {
          unsafe (target + (to.y + row) * stride + to.x * channels).copyMemory(
            from: source + ((from.y + row) * other.width + from.x) * channels,
            byteCount: columns * channels)
        }
      }
    }
  }

  /// Multiplies colours by their alpha, or undoes it.
  package mutating func premultiply() {
    guard hasAlpha else { return }
    for index in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = UInt32(bytes[index + 3])
      guard alpha < 255 else { continue }
      for channel in index..<(index + 3) {
        bytes[channel] = UInt8(truncatingIfNeeded: (UInt32(bytes[channel]) * alpha + 127) / 255)
      }
    }
  }

  package mutating func unpremultiply() {
    guard hasAlpha else { return }
    for index in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = UInt32(bytes[index + 3])
      guard alpha > 0, alpha < 255 else { continue }
      for channel in index..<(index + 3) {
        let color = (UInt32(bytes[channel]) * 255 + alpha / 2) / alpha
        bytes[channel] = UInt8(truncatingIfNeeded: min(255, color))
      }
    }
  }

  /// Puts the pixels on a white ground.
  package mutating func flatten() {
    guard hasAlpha else { return }
    for index in stride(from: 0, to: bytes.count, by: 4) {
      let rest = 255 - bytes[index + 3]
      for channel in index..<(index + 3) {
        let (sum, isOver) = bytes[channel].addingReportingOverflow(rest)
        bytes[channel] = isOver ? 255 : sum
      }
      bytes[index + 3] = 255
    }
    hasAlpha = false
  }

  /// Repeats the last column and row until the raster is a square of a side.
  package func padded(to side: Int) -> Raster {
    guard width <= side, height <= side else { return self }
    var square = Raster(width: side, height: side, channels: channels, hasAlpha: hasAlpha)
    square.copy(self, from: (0, 0), to: (0, 0), size: (width, height))
    for y in 0..<side {
      let row = min(y, height - 1)
      for x in (y < height ? width : 0)..<side {
        let column = min(x, width - 1)
        for channel in 0..<channels {
          square.bytes[(y * side + x) * channels + channel] =
            bytes[(row * width + column) * channels + channel]
        }
      }
    }
    return square
  }
}
