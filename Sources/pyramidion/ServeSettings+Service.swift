import CommandLineInterface
import Posix
import PyramidFormat
import TileGeometry
import TileService

extension ServeSettings {
  /// What the tile service is told of all this.
  func serviceConfiguration() throws -> ServiceConfiguration {
    guard let root = FilePath(folder) else { throw EnvironmentError("the folder has no name") }
    var configuration = ServiceConfiguration(
      root: root, store: try storePath(), recipe: try recipe(), cutLimits: cutLimits)
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
}
