package import DecoderChildren
package import PyramidFormat
import TileGeometry

extension ServeSettings {
  /// How images are to be cut; with the source it decides which pyramid is the current one.
  package func recipe() throws(EnvironmentError) -> PyramidRecipe {
    guard let tileSize = Int32(cutting.tileSize.rawValue).flatMap({ TileSize($0) }),
      let recipe = PyramidRecipe(
        tileSize: tileSize, format: cutting.format, quality: cutting.quality,
        chroma: cutting.chroma, keepsProfile: cutting.keepsProfile)
    else { throw EnvironmentError("tiles can't be cut as the settings say") }
    return recipe
  }

  /// What cutting may cost.
  package var cutLimits: CutLimits {
    var limits = CutLimits()
    limits.pixels = cutting.maximumPixels
    limits.memory = cutting.memory << 20
    if let deadline = cutting.deadline {
      limits.seconds = Double(deadline)
      limits.secondsPerMegapixel = 0
    }
    limits.allowsUntrusted = cutting.allowsUntrusted
    return limits
  }
}
