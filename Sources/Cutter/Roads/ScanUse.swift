import DecoderChildren
import JPEGScan
import Pixels
import PyramidFormat
import TileGeometry

/// What becomes of a scan's data in the finest level, and why they don't stay as they are.
enum ScanUse {
  /// The words stay.
  case codeWords
  /// The coefficients stay; their blocks are turned and encoded anew.
  case turned(BlockTurn)
  /// The coefficients are divided by coarser steps, and turned where that is asked for.
  case requantized(BlockTurn, steps: [[UInt16]])

  /// What a recipe makes of a scan.
  ///
  /// - Parameters:
  ///   - header: of the scan.
  ///   - orientation: how the image is to be turned upright.
  ///   - recipe: how it is cut.
  /// - Returns: what becomes of it, and the reason where its data don't stay as they are.
  /// - Throws: `ScanIrregular` with the reason why it is to be decoded.
  static func of(
    _ header: ScanHeader, orientation: Orientation, recipe: PyramidRecipe
  ) throws(ScanIrregular) -> (use: ScanUse, reason: String?) {
    let turn = BlockTurn(orientation)
    if let obstacle = header.obstacle(to: turn) {
      throw ScanIrregular("it is to be turned upright, and \(obstacle)")
    }
    let coarser = header.steps(noFinerThanQuality: recipe.quality)
    switch recipe.base {
    case .auto:
      let isWorthIt = header.isWorthKeeping(
        atQuality: recipe.quality, pixelsOfChroma: recipe.chroma.across * recipe.chroma.down)
      if !isWorthIt {
        return (
          .requantized(turn, steps: coarser), "it is much finer than quality \(recipe.quality)"
        )
      }
    case .requantized:
      if coarser != header.components.map(\.steps) {
        return (.requantized(turn, steps: coarser), "it is finer than quality \(recipe.quality)")
      }
    case .source: break
    case .encoded: throw ScanIrregular("it is to be encoded anew")
    }
    return turn == .none ? (.codeWords, nil) : (.turned(turn), "it is to be turned upright")
  }

  /// The road, as it is told.
  var road: SourceFacts.Road {
    switch self {
    case .codeWords: .codeWords
    case .turned: .coefficients
    case .requantized: .requantized
    }
  }
}
