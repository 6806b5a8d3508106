/// The source pixels that one pixel of a resampled row is made of, and their weights.
///
/// Lanczos with three lobes, as wide as the scale demands when shrinking: the kernel of libvips'
/// own thumbnails. Weights are in 128ths, and add up to exactly 128.
struct Kernel {
  static let one: Int16 = 128

  /// Eight times the same weight: what eight samples are multiplied with at once.
  typealias Weight = SIMD8<Int16>

  /// Weights of one output pixel; all pixels have as many, the unused ones being 0.
  let taps: Int
  /// For each output pixel, its first source pixel.
  let starts: [Int]
  /// For each output pixel, where its weights begin; many pixels have the same.
  let places: [Int]
  let weights: [Weight]

  /// - Parameters:
  ///   - source: how many source pixels there are.
  ///   - start: where the part that is shown begins, in source pixels.
  ///   - length: how long it is, in source pixels.
  ///   - count: how many pixels are made of it.
  init(source: Int, start: Double, length: Double, count: Int) {
    let scale = length / Double(count)
    let stretch = max(1, scale)
    // What is further away would be rounded to no weight at all.
    let reach = LanczosTable.reach(ofValues: 0.5 * Float(stretch) / Float(Self.one)) * stretch
    // A part that is not scaled and lies on whole pixels is copied.
    let isCopy = scale == 1 && start == start.rounded()
    // A window whose ends are whole pixels has one more of them, which has no weight.
    let taps = isCopy ? 1 : min(source, Int((2 * reach).rounded(.up)))
    var starts = [Int](repeating: 0, count: count)
    var places = [Int](repeating: 0, count: count)
    var exact = [Float](repeating: 0, count: taps)
    let period = Self.period(of: length, in: count)
    var weights = isCopy ? [Weight(repeating: Self.one)] : []
    for index in 0..<count {
      let center = start + (Double(index) + 0.5) * scale - 0.5
      guard !isCopy else {
        starts[index] = max(0, min(source - 1, Int(center.rounded())))
        continue
      }
      let first = Int((center - reach).rounded(.up))
      starts[index] = max(0, min(source - taps, first))
      // Where the window is as far from its center, weights are the same; at the edges it is not.
      if let period, index >= period.pixels, starts[index] == first,
        starts[index - period.pixels] + period.source == first
      {
        places[index] = places[index - period.pixels]
        continue
      }
      let sum = LanczosTable.fill(
        &exact, from: (Double(starts[index]) - center) / stretch, step: 1 / stretch)
      places[index] = weights.count
      Self.append(exact, sum: sum, to: &weights)
    }
    self.taps = taps
    self.starts = starts
    self.places = places
    self.weights = weights
  }

  /// After how many pixels made, and of the source, all is as it was: most scales are short
  /// fractions.
  ///
  /// - Returns: nil where the part's length is not whole.
  private static func period(of length: Double, in count: Int) -> (pixels: Int, source: Int)? {
    guard length == length.rounded(), length < 1e9 else { return nil }
    var (divisor, rest) = (Int(length), count)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    return (count / divisor, Int(length) / divisor)
  }

  /// Appends weights as whole numbers that add up to ``one``: what rounding leaves over goes to the
  /// largest.
  private static func append(_ exact: [Float], sum: Float, to weights: inout [Weight]) {
    let place = weights.count
    guard sum > 1e-6 else {
      for index in exact.indices {
        weights.append(Weight(repeating: index == exact.count / 2 ? one : 0))
      }
      return
    }
    var rest = one
    var largest = 0
    let factor = Float(one) / sum
    for (index, weight) in exact.enumerated() {
      let whole = Int16(max(-512, min(512, (weight * factor).rounded())))
      weights.append(Weight(repeating: whole))
      rest &-= whole
      if weight > exact[largest] { largest = index }
    }
    weights[place + largest] &+= Weight(repeating: rest)
  }
}
