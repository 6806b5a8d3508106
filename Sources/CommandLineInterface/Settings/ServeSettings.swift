package import Posix
package import PyramidFormat
package import TileGeometry

/// Everything an administrator can decide about `serve`, as types, with its defaults.
///
/// How each is called outside and within which bounds it lies stands in ``SettingTable``.
package struct ServeSettings: Sendable {
  package enum LogFormat: String, CaseIterable, Sendable { case combined, json }
  package enum MissingPyramids: String, CaseIterable, Sendable { case cut, require }

  /// The folder of images.
  package var folder = "."
  /// Where pyramids lie; nil for ``StorePlace``'s own choice.
  package var store: String?

  // Where clients come in.
  package var listen: [SocketAddress] = []
  /// Scheme, host and prefix as clients see them; nil takes those of each request.
  package var publicURL: String?
  package var trustsForwarded = false
  /// Nil for one for each processor.
  package var loops: Int?

  // Pyramids that are not there yet.
  package var pyramids = MissingPyramids.cut
  package var cuts = 1
  /// Seconds that a request waits for a cut.
  package var cutPatience = 20
  package var cutting = Cutting()

  /// How images are cut: together they are what `prerender` is told by its flags.
  package struct Cutting: Sendable {
    package var quality = 85
    package var tileSize = TileSide.standard
    package var format = PyramidRecipe.Format.jpeg
    package var chroma = ChromaSampling.quartered
    package var keepsProfile = false
    package var maximumPixels: Int?
    /// In megabytes.
    package var memory = 2048
    /// In seconds; nil for ``CutLimits``' own.
    package var deadline: Int?
    package var allowsUntrusted = false
    package var dotsPerInch = 150

    /// The forms of chroma that the cutter makes.
    static let chromas: [ChromaSampling] = [.quartered, .full]
  }

  package enum TileSide: String, CaseIterable, Sendable {
    case small = "128"
    case standard = "256"
    case large = "512"
    case largest = "1024"
  }

  // Answers.
  package var maximumWidth = 8192
  package var maximumHeight = 8192
  package var maximumArea = 32 << 20
  package var renderQuality = 82
  package var negotiatesFormat = false
  /// Seconds.
  package var maximumAge = 3600

  // Work and memory.
  /// Nil for one for each processor.
  package var workers: Int?
  package var queue = 1024
  /// In megabytes.
  package var answerCache = 64
  /// In megabytes.
  package var tileCache = 128

  // Connections.
  package var maximumConnections = 16_384
  package var maximumHeadBytes = 16_384
  package var maximumFields = 100
  package var maximumTargetBytes = 8192
  package var maximumBodyBytes = 1_048_576
  package var maximumRequests = 100_000
  /// These four in seconds.
  package var headTimeout = 15
  package var idleTimeout = 60
  package var writeTimeout = 30
  package var drainTimeout = 30

  // What it tells.
  /// `-` for the standard output; nil for none.
  package var accessLog: String?
  package var logFormat = LogFormat.combined
  package var isQuiet = false

  package init() {
    listen = [Self.standardAddress].compactMap { try? SocketAddress(parsing: $0) }
  }

  /// Clients on other hosts come in when somebody has decided that they may.
  private static let standardAddress = "127.0.0.1:8080"
}
