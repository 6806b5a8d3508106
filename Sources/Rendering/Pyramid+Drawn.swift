import PyramidFormat
import TileGeometry

extension Pyramid {
  /// Whether its tiles are what was drawn of a page, pixel by pixel.
  var keepsDrawnPixels: Bool { isChosenByPage && levels[0].facts.compression == .webp }

  /// Whether it was cut from what was drawn of a page, with all of the colors: coarse ones are none for
  /// pictures of it either.
  var isOfDrawnPage: Bool {
    keepsDrawnPixels || isChosenByPage && levels[0].facts.subsampling == .full
  }

  private var isChosenByPage: Bool { description?.recipe.format == .auto }
}
