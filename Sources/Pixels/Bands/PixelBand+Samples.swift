extension PixelLayout {
  /// The layout of bands that lose nothing of a picture's pixels.
  ///
  /// - Parameters:
  ///   - samples: of each of its pixels: 1 and 3, one more with alpha.
  ///   - allowsGray: whether tiles of one channel may be written.
  package init(samples: Int, allowsGray: Bool) {
    switch samples {
    case 2, 4: self = .rgba
    case 1 where allowsGray: self = .gray
    default: self = .rgbx
    }
  }
}

extension PixelBand {
  /// Copies a row of samples into a band of the layout that ``PixelLayout/init(samples:allowsGray:)``
  /// gives.
  ///
  /// - Parameters:
  ///   - row: `count` of them for each pixel.
  ///   - count: 1 to 4, of which the second or the fourth is alpha.
  ///   - x: where the row begins.
  ///   - y: its place in the band.
  package func copy(_ row: Span<UInt8>, samples count: Int, x: Int, y: Int) {
    let width = row.count / count
    precondition(x >= 0 && x + width <= self.width && (0..<tileSide).contains(y))
    let target = unsafe planes[0].address(x: x, y: y)
    unsafe row.withUnsafeBufferPointer { row in
      guard let source = row.baseAddress else { return }
      switch (count, planes[0].bytesPerPixel) {
      case (1, 1), (4, 4): unsafe target.update(from: source, count: width * count)
      case (3, 4): unsafe Self.spread(source, into: target, count: width)
      case (1, 4): unsafe Self.spreadGray(source, step: 1, into: target, count: width)
      default: unsafe Self.spreadGray(source, step: 2, into: target, count: width)
      }
    }
  }

  private static func spread(
    _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let words = UnsafeMutableRawPointer(target)
    let bytes = unsafe UnsafeRawPointer(source)
    var x = 0
    // Four bytes at a time read one byte of the next pixel, so the last pixel goes by itself.
    while x < count - 1 {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: 3 * x, as: UInt32.self)
      unsafe words.storeBytes(of: word | 0xFF00_0000, toByteOffset: 4 * x, as: UInt32.self)
      x += 1
    }
    for channel in 0..<3 { unsafe target[4 * x + channel] = source[3 * x + channel] }
    unsafe target[4 * x + 3] = 255
  }

  private static func spreadGray(
    _ source: UnsafePointer<UInt8>, step: Int, into target: UnsafeMutablePointer<UInt8>,
    count: Int
  ) {
    for x in 0..<count {
      let gray = unsafe source[step * x]
      unsafe target[4 * x] = gray
      unsafe target[4 * x + 1] = gray
      unsafe target[4 * x + 2] = gray
      unsafe target[4 * x + 3] = step == 2 ? source[2 * x + 1] : 255
    }
  }
}
