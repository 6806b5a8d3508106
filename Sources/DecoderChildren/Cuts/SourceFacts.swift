package import Pixels
package import PyramidFormat

/// A source as its header describes it.
package struct SourceFacts: Codable, Equatable, Sendable {
  /// The ways to cut.
  package enum Road: String, Codable, Sendable {
    /// The finest level takes over the source's own code words.
    case codeWords
    /// The finest level has the source's own coefficients, turned and encoded anew.
    case coefficients
    /// The finest level has the source's coefficients, divided by coarser steps.
    case requantized
    /// JPEG planes are decoded, halved and encoded.
    case planes
    /// Rows of a PNG are unpacked here.
    case rows
    /// Strips of a TIFF are unpacked here.
    case strips
    /// Tiles of a TIFF are unpacked here.
    case tiles
    /// libvips decodes and converts.
    case pixels
    /// PDFium draws.
    case drawn
    /// DjVuLibre's program draws.
    case program

    /// The one that is taken where this one turns out to be closed.
    package var otherwise: Road {
      switch self {
      case .codeWords, .coefficients, .requantized, .planes: .planes
      case .rows, .strips, .tiles, .pixels, .drawn: .pixels
      case .program: .program
      }
    }
  }

  package var format: String
  /// Upright pixels.
  package var width: Int
  package var height: Int
  package var color: ColorKind
  /// The usual name of the chroma's sampling, where there is one.
  package var chroma: String?
  package var samples: String
  package var bands: Int
  package var hasAlpha: Bool
  package var orientation: Int
  package var pages: Int
  /// `sRGB`, `none`, or what else the embedded profile is.
  package var profile: String
  package var road: Road
  /// Why a JPEG's data are not taken over as they are; nil where they are, and of other formats.
  package var roadReason: String?
  /// Of a document's page.
  package var page: PageFacts?
  package var isHeldWhole: Bool
  package var estimatedSeconds = 0.0
  package var estimatedBytes: Int64 = 0
  package var estimatedMemory: Int64
  package var warnings: [String] = []

  package var pixels: Int { width * height }

  /// Of a page that can be drawn finer than it is cut.
  package var nominalSize: PyramidDescription.NominalSize? {
    guard let page, page.isVector, road == .drawn else { return nil }
    return PyramidDescription.NominalSize(width: page.width, height: page.height)
  }

  package init(
    format: String, width: Int, height: Int, color: ColorKind, chroma: String?, samples: String,
    bands: Int, hasAlpha: Bool, orientation: Int, pages: Int, profile: String, road: Road,
    isHeldWhole: Bool, estimatedMemory: Int64
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.color = color
    self.chroma = chroma
    self.samples = samples
    self.bands = bands
    self.hasAlpha = hasAlpha
    self.orientation = orientation
    self.pages = pages
    self.profile = profile
    self.road = road
    self.isHeldWhole = isHeldWhole
    self.estimatedMemory = estimatedMemory
  }
}
