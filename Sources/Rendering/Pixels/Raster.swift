/// Pixels in memory: four bytes each, red, green, blue and alpha; colour multiplied by its alpha.
struct Raster {
  let width: Int
  let height: Int
  /// Whether any pixel may be clear.
  var hasAlpha: Bool
  var bytes: [UInt8]

  init(width: Int, height: Int, hasAlpha: Bool, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 4, "a raster of another size")
    self.width = width
    self.height = height
    self.hasAlpha = hasAlpha
    self.bytes = bytes
  }

  /// Clear where it has alpha, black where it has not.
  init(width: Int, height: Int, hasAlpha: Bool) {
    self.init(
      width: width, height: height, hasAlpha: hasAlpha,
      bytes: [UInt8](repeating: 0, count: width * height * 4))
  }

  /// Copies a block of another raster here.
  mutating func copy(
    _ other: Raster, from: (x: Int, y: Int), to: (x: Int, y: Int), size: (Int, Int)
  ) {
    let (columns, rows) = size
    guard columns > 0, rows > 0 else { return }
    precondition(from.x >= 0 && from.y >= 0 && to.x >= 0 && to.y >= 0)
    precondition(from.x + columns <= other.width && from.y + rows <= other.height)
    precondition(to.x + columns <= width && to.y + rows <= height)
    let stride = width * 4
    unsafe bytes.withUnsafeMutableBytes { target in
      unsafe other.bytes.withUnsafeBytes { source in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        for row in 0..<rows {
          unsafe (target + (to.y + row) * stride + to.x * 4).copyMemory(
            from: source + ((from.y + row) * other.width + from.x) * 4, byteCount: columns * 4)
        }
      }
    }
  }

  /// Multiplies colours by their alpha, or undoes it.
  mutating func premultiply() {
    guard hasAlpha else { return }
    for index in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = UInt32(bytes[index + 3])
      guard alpha < 255 else { continue }
      for channel in index..<(index + 3) {
        bytes[channel] = UInt8(truncatingIfNeeded: (UInt32(bytes[channel]) * alpha + 127) / 255)
      }
    }
  }

  mutating func unpremultiply() {
    guard hasAlpha else { return }
    for index in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = UInt32(bytes[index + 3])
      guard alpha > 0, alpha < 255 else { continue }
      for channel in index..<(index + 3) {
        let colour = (UInt32(bytes[channel]) * 255 + alpha / 2) / alpha
        bytes[channel] = UInt8(truncatingIfNeeded: min(255, colour))
      }
    }
  }

  /// Puts the pixels on a white ground.
  mutating func flatten() {
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
  func padded(to side: Int) -> Raster {
    guard width <= side, height <= side else { return self }
    var square = Raster(width: side, height: side, hasAlpha: hasAlpha)
    square.copy(self, from: (0, 0), to: (0, 0), size: (width, height))
    for y in 0..<side {
      let row = min(y, height - 1)
      for x in (y < height ? width : 0)..<side {
        let column = min(x, width - 1)
        for channel in 0..<4 {
          square.bytes[(y * side + x) * 4 + channel] = bytes[(row * width + column) * 4 + channel]
        }
      }
    }
    return square
  }
}
