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
}

/// The steps that T.81 recommends in its annex K, scaled as libjpeg does.
enum StandardSteps {
  /// The first 21 of luma and 10 of chroma, in zigzag order.
  private static let luma = [
    16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24,
  ]
  private static let chroma = [17, 18, 18, 24, 21, 24, 47, 26, 26, 47]

  static func steps(quality: Int, isChroma: Bool) -> [Int] {
    let scale = quality < 50 ? 5000 / max(1, quality) : 200 - 2 * quality
    return (isChroma ? chroma : luma).map { min(255, max(1, ($0 * scale + 50) / 100)) }
  }
}
