import Pixels
import PyramidFormat
import TileGeometry

extension PixelLayout {
  /// The layout of bands that rows of samples are put into.
  ///
  /// Colors that are to be JPEG are split as they come: planes of halved chroma take three eighths of
  /// the memory that pixels do.
  ///
  /// - Parameters:
  ///   - samples: of each pixel: 1 and 3, one more with alpha.
  ///   - recipe: how the picture is cut.
  ///   - stored: the picture's size as it lies in the file.
  ///   - orientation: how it is to be turned upright.
  init(
    samples: Int, for recipe: PyramidRecipe, stored: ImageSize, orientation: Orientation
  ) {
    let isJPEG = recipe.format == .jpeg || recipe.format == .auto
    // Where a mirrored side is odd, the pairs of the picture are not those of its tiles.
    let hasPairs =
      !(orientation.mirrorsColumns && stored.width % 2 == 1)
      && !(orientation.mirrorsRows && stored.height % 2 == 1)
    guard samples == 3, isJPEG,
      recipe.chroma == .full || recipe.chroma == .quartered && hasPairs
    else {
      self.init(samples: samples, allowsGray: recipe.format != .webp)
      return
    }
    self = .yCbCr(recipe.chroma)
  }
}
