extension Raster {
  /// Takes the colors out: every pixel becomes as gray as it is bright.
  package mutating func makeGray() { eachTone { luma, _ in luma } }

  /// Makes every pixel black or white, by whether it is darker than half of what is there: colors
  /// are multiplied by their alpha.
  package mutating func makeBitonal() {
    eachTone { luma, alpha in luma > alpha / 2 ? alpha : 0 }
  }

  /// - Parameter tone: what becomes of a pixel's luma and alpha.
  private mutating func eachTone(_ tone: (_ luma: UInt8, _ alpha: UInt8) -> UInt8) {
    for index in stride(from: 0, to: bytes.count, by: 4) {
      // Rec. 601's luma in 65,536ths, as JPEG has it.
      let luma =
        (UInt32(bytes[index]) * 19_595 + UInt32(bytes[index + 1]) * 38_470
          + UInt32(bytes[index + 2]) * 7471 + 32_768) >> 16
      let gray = tone(UInt8(truncatingIfNeeded: luma), hasAlpha ? bytes[index + 3] : 255)
      bytes[index] = gray
      bytes[index + 1] = gray
      bytes[index + 2] = gray
    }
  }
}
