import CommandLineInterface
import Cutter
import Posix
import PyramidFile
import TileGeometry
import TileService

extension ServeSettings {
  /// What the tile service is told of all this.
  func serviceConfiguration() throws -> ServiceConfiguration {
    guard let root = FilePath(folder) else { throw EnvironmentError("the folder has no name") }
    guard let store, let storePath = FilePath(store) else {
      throw EnvironmentError("there is no home for the store; say where with --store")
    }
    var configuration = ServiceConfiguration(
      root: root, store: storePath, recipe: try recipe(), cutLimits: cutLimits)
    configuration.missingPyramids = pyramids == .cut ? .cut : .refuse
    configuration.dotsPerInch = Double(cutting.dotsPerInch)
    configuration.simultaneousCuts = cuts
    configuration.cutPatience = cutPatience
    configuration.workers = workers ?? Self.processors
    configuration.queueLimit = queue
    configuration.answerCacheBytes = answerCache << 20
    configuration.tileCacheBytes = tileCache << 20
    configuration.maximumWidth = Int64(maximumWidth)
    configuration.maximumHeight = Int64(maximumHeight)
    configuration.maximumArea = Int64(maximumArea)
    configuration.quality = renderQuality
    configuration.negotiatesFormat = negotiatesFormat
    configuration.publicBase = publicURL
    configuration.trustsForwarded = trustsForwarded
    configuration.cacheSeconds = maximumAge
    return configuration
  }

  private func recipe() throws -> PyramidRecipe {
    let chroma: PyramidRecipe.Chroma = cutting.chroma == .full ? .full : .quartered
    guard let tileSize = Int32(cutting.tileSize.rawValue).flatMap({ TileSize($0) }),
      let recipe = PyramidRecipe(
        tileSize: tileSize, format: cutting.format, quality: cutting.quality, chroma: chroma,
        keepsProfile: cutting.keepsProfile)
    else { throw EnvironmentError("tiles can't be cut as the settings say") }
    return recipe
  }

  private var cutLimits: CutLimits {
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
