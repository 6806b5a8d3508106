import Decoding
import Pixels
import PyramidFormat
import Sources

/// What cutting takes, for estimates: processor time by the megapixel, and memory.
///
/// Measured with pictures of 12 megapixels on two cores of a 2.8 GHz Xeon, by format and recipe:
/// wall time and the peak of the cutting process.
struct CutCosts {
  /// Seconds a megapixel, decoding, converting and tiles together.
  let seconds: Double
  /// Bytes of memory for each byte of the decoded picture, where more than rows of it are held.
  let held: Double
  /// Bytes that libvips and its libraries take before any pixel.
  let libraries: Int64

  /// JPEG planes, cut as they are.
  static func planes(isProgressive: Bool) -> CutCosts {
    CutCosts(seconds: isProgressive ? 0.017 : 0.0045, held: 0, libraries: 0)
  }

  /// Pages that are drawn; a crowded one takes a hundred times as long.
  static let drawn = CutCosts(seconds: 0.02, held: 0, libraries: 80 << 20)

  /// Pages that another program draws, which holds all of one.
  static func program(pixels: Int) -> CutCosts {
    CutCosts(seconds: 0.05, held: 0, libraries: 40 << 20 + 5 * Int64(pixels))
  }

  /// JPEG code words, taken over.
  static let codeWords = CutCosts(seconds: 0.0022, held: 0, libraries: 0)

  /// JPEG coefficients, encoded anew.
  static let coefficients = CutCosts(seconds: 0.0035, held: 0, libraries: 0)

  /// PNG rows and strips and tiles of TIFFs, unpacked here.
  static func rows(_ header: SourceHeader, recipe: PyramidRecipe) -> CutCosts {
    let needsLibraries = header.hasProfile || header.hasAlpha || recipe.format != .jpeg
    return CutCosts(
      seconds: 0.009 + tiles(header, recipe: recipe), held: 0,
      libraries: needsLibraries ? librariesBytes : 0)
  }

  static func pixels(
    _ header: SourceHeader, recipe: PyramidRecipe
  ) -> CutCosts {
    let decoding =
      switch header.format {
      case .jpeg, .png: header.color == .cmyk ? 0.075 : 0.02
      case .tiff: header.color == .cmyk ? 0.06 : 0.014
      case .webp, .gif, .heif, .avif, .cbz, .djvu: 0.035
      case .jpeg2000: 0.12
      case .svg, .pdf: 0.065
      }
    let held =
      switch header.format {
      case .webp, .heif, .avif: 2.5
      case .jpeg2000: 1.0
      case .svg, .pdf: 1.25
      case .jpeg, .png, .tiff, .gif, .cbz, .djvu: header.isHeldWhole ? 1.0 : 0
      }
    return CutCosts(
      seconds: decoding + tiles(header, recipe: recipe), held: held, libraries: librariesBytes)
  }

  private static let librariesBytes: Int64 = 42 << 20

  private static func tiles(_ header: SourceHeader, recipe: PyramidRecipe) -> Double {
    switch recipe.format {
    case .lossless: 0.2
    case .webp: 0.09
    case .auto, .jpeg: header.hasAlpha && !header.format.isVector ? 0.09 : 0.003
    }
  }
}
