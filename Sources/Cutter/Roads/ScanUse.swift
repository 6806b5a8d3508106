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

  /// What is made of all coefficients, where code words don't stay.
  ///
  /// - Parameters:
  ///   - header: of the scan.
  ///   - tileSide: in pixels.
  ///   - quartersChroma: whether the next level has one chroma sample for four pixels.
  /// - Returns: nil for code words.
  func plan(of header: ScanHeader, tileSide: Int, quartersChroma: Bool) -> CoefficientPlan? {
    let (turn, steps): (BlockTurn, [[UInt16]]?)
    switch self {
    case .codeWords: return nil
    case .turned(let blocks): (turn, steps) = (blocks, nil)
    case .requantized(let blocks, let coarser): (turn, steps) = (blocks, coarser)
    }
    return CoefficientPlan(
      header, turn: turn, steps: steps, tileSide: tileSide, quartersChroma: quartersChroma)
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
