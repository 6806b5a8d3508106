package import PyramidFormat
import TileGeometry

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
