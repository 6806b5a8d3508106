extension ScanHeader {
  /// Whether the scan's words are worth keeping where tiles of a quality are wanted: whether they are
  /// not much finer.
  ///
  /// Measured is the geometric mean, over the coefficients that carry most of a picture, of how many
  /// of the source's steps go into a wanted one; chroma that has more samples than is wanted counts as
  /// if its steps were finer in the root of that. At 2, which is quality 92 where 85 is wanted, or 85
  /// with all of its chroma where a quarter is wanted, tiles are a fifth longer than encoded ones.
  ///
  /// - Parameters:
  ///   - quality: 1 to 100, as libjpeg has it.
  ///   - pixelsOfChroma: how many pixels a sample of chroma is to be for.
  /// - Returns: false where encoding anew saves much.
  package func isWorthKeeping(atQuality quality: Int, pixelsOfChroma: Int) -> Bool {
    let samples = components.count > 1 ? Double(pixelsOfChroma) / Double(across * down) : 1
    var product = 1.0
    var count = 0
    for (index, component) in components.prefix(2).enumerated() {
      let measured = index == 0 ? 21 : 10
      let wanted = StandardSteps.steps(quality: quality, isChroma: index > 0)
      for place in 0..<measured {
        product *= samples.squareRoot() * Double(wanted[place]) / Double(component.steps[place])
      }
      count += measured
    }
    return product <= Double(1 << count)
  }

  /// The steps of each component where none is finer than at a quality.
  ///
  /// - Parameter quality: 1 to 100, as libjpeg has it.
  /// - Returns: in zigzag order.
  package func steps(noFinerThanQuality quality: Int) -> [[UInt16]] {
    components.enumerated().map { index, component in
      zip(component.steps, StandardSteps.steps(quality: quality, isChroma: index > 0)).map {
        max($0, UInt16($1))
      }
    }
  }
}

/// The steps that T.81 recommends in its annex K, scaled as libjpeg does.
enum StandardSteps {
  /// Row by row.
  private static let luma = [
    16, 11, 10, 16, 24, 40, 51, 61,
    12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56,
    14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77,
    24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101,
    72, 92, 95, 98, 112, 100, 103, 99,
  ]
  private static let chroma = [
    17, 18, 24, 47, 99, 99, 99, 99,
    18, 21, 26, 66, 99, 99, 99, 99,
    24, 26, 56, 99, 99, 99, 99, 99,
    47, 66, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99,
  ]

  /// - Returns: 64 in zigzag order.
  static func steps(quality: Int, isChroma: Bool) -> [Int] {
    let scale = quality < 50 ? 5000 / max(1, quality) : 200 - 2 * quality
    let steps = isChroma ? chroma : luma
    return Zigzag.places.map { min(255, max(1, (steps[$0] * scale + 50) / 100)) }
  }
}
