/// What came of holding a pyramid's finest level against the source: sample by sample, or, where it
/// was turned upright, coefficient by coefficient.
package enum Comparison: Codable, Equatable, Sendable {
  /// A sample that differs.
  package struct Place: Codable, Equatable, Sendable {
    /// 0 for luma, 1 for blue, 2 for red.
    package let plane: Int
    /// In samples of the plane.
    package let x: Int
    package let y: Int
    package let source: UInt8
    package let pyramid: UInt8

    package init(plane: Int, x: Int, y: Int, source: UInt8, pyramid: UInt8) {
      self.plane = plane
      self.x = x
      self.y = y
      self.source = source
      self.pyramid = pyramid
    }
  }

  /// A block that differs.
  package struct Block: Codable, Equatable, Sendable {
    /// 0 for luma, 1 for blue, 2 for red.
    package let plane: Int
    /// In blocks of the upright plane.
    package let x: Int
    package let y: Int

    package init(plane: Int, x: Int, y: Int) {
      self.plane = plane
      self.x = x
      self.y = y
    }
  }

  /// Every one of so many samples is the source's.
  case equal(samples: Int64)
  /// So many of all samples are others; one of those met first is told.
  case different(samples: Int64, of: Int64, first: Place)
  /// The coefficients of every one of so many blocks are the source's, turned.
  case equalBlocks(Int64)
  /// So many of all blocks have others; one of those met first is told.
  case differentBlocks(Int64, of: Int64, first: Block)
  /// The source has another size, in pixels.
  case size(width: Int, height: Int)
  /// The source's chroma is sampled otherwise than the pyramid's: pixels that its samples cover.
  case chroma(across: Int, down: Int)
  /// One is grey, and the other is not.
  case color

  package var isEqual: Bool {
    switch self {
    case .equal, .equalBlocks: true
    case .different, .differentBlocks, .size, .chroma, .color: false
    }
  }
}
