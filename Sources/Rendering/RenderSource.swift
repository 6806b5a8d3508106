package import PyramidFormat
package import TileGeometry

/// A pyramid that pictures are made of.
package struct RenderSource: Sendable {
  package let pyramid: Pyramid
  /// Tells pyramids apart in caches: never used for another one while the process lives.
  package let key: UInt64
  /// How many levels there are that are finer than those that are stored; plans count in pixels of the
  /// finest.
  package let detail: Int32
  /// Who draws those levels; nil where they are enlarged.
  let drawing: (any BlockDrawing)?
  /// What is wanted of a picture's block besides what it needs itself, in pixels of the level that is
  /// drawn; nil where that is all of the block.
  private(set) var wanted: PixelRect?

  /// - Parameters:
  ///   - pyramid: that is open.
  ///   - key: never used for another one while the process lives.
  ///   - detail: how many levels are drawn.
  ///   - drawing: who draws them.
  package init(
    pyramid: Pyramid, key: UInt64, detail: Int32 = 0, drawing: (any BlockDrawing)? = nil
  ) {
    self.pyramid = pyramid
    self.key = key
    self.detail = detail
    self.drawing = drawing
  }

  /// The same for a picture beside which others are wanted of its block, and nothing else for now.
  ///
  /// - Parameter part: of ``WantedParts``.
  /// - Returns: the same pyramid.
  package func wanting(_ part: PixelRect?) -> RenderSource {
    var source = self
    source.wanted = part
    return source
  }

  /// What of a block is drawn for a picture that needs a part of it.
  func drawnPart(of block: PixelRect, for needed: PixelRect) -> PixelRect {
    guard let wanted else { return block }
    let part = needed.union(wanted).intersection(block)
    // The rest is little, and whoever looks will soon have moved there.
    return 4 * part.area > 3 * block.area ? block : part
  }

  /// The same where nobody draws: what is finer than the finest stored level is enlarged.
  package var undrawn: RenderSource {
    RenderSource(pyramid: pyramid, key: key, detail: detail)
  }

  /// Of the finest level.
  var size: ImageSize {
    pyramid.ladder.reaching(Reduction(clamping: -detail)).countedFromFinest.imageSize
  }

  /// Pixels a side of what is drawn at a time.
  private static let blockSize = TileSize(1024)

  /// A level that is drawn, in blocks.
  ///
  /// - Parameter exponent: counted from the finest.
  /// - Returns: its size, and where its blocks lie.
  func drawnLevel(_ exponent: Int32) -> Level {
    Level(
      of: size, reduction: Reduction(clamping: exponent), tileSize: Self.blockSize ?? .standard)
  }
}
