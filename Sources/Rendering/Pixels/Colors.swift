import ImageRequest

extension Raster {
  /// Takes the colours out that a quality does not have.
  mutating func apply(_ quality: ImageQuality) {
    guard quality != .color else { return }
    for index in stride(from: 0, to: bytes.count, by: 4) {
      // Rec. 601's luma in 65,536ths, as JPEG has it.
      let luma =
        (UInt32(bytes[index]) * 19_595 + UInt32(bytes[index + 1]) * 38_470
          + UInt32(bytes[index + 2]) * 7471 + 32_768) >> 16
      var gray = UInt8(truncatingIfNeeded: luma)
      if quality == .bitonal {
        // Half of what is there: colours are multiplied by their alpha.
        let half = hasAlpha ? UInt32(bytes[index + 3]) / 2 : 127
        gray = luma > half ? (hasAlpha ? bytes[index + 3] : 255) : 0
      }
      bytes[index] = gray
      bytes[index + 1] = gray
      bytes[index + 2] = gray
    }
  }
}
