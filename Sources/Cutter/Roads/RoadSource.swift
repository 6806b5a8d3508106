import DecoderChildren
import Decoding
import JPEGScan
import PNGRows
import Pixels
import PyramidFormat
import Sources
import TileGeometry

/// What a road found in a source's header, within the limits.
struct RoadSource {
  private(set) var facts: SourceFacts
  /// The image's size as it lies in the file.
  let stored: ImageSize
  let orientation: Orientation
  /// The ICC profile to keep in the pyramid.
  let keptProfile: [UInt8]?

  init(
    _ source: OpenSource, facts: SourceFacts, stored: PixelSize, orientation: Orientation,
    keptProfile: [UInt8]?
  ) throws {
    guard let size = ImageSize(width: stored.width, height: stored.height) else {
      throw CutFailure(.source, "\(stored.width) x \(stored.height) pixels can't be an image")
    }
    self.stored = size
    self.facts = facts
    self.orientation = orientation
    self.keptProfile = keptProfile
    try Self.check(facts, source)
  }

  /// A source whose header tells of pixels.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - header: of it.
  ///   - verdict: what its profile says of its colors; nil where there is none.
  ///   - profile: to be kept, where the recipe says so.
  ///   - colors: what it says of them that is not followed.
  /// - Throws: what is beyond the limits.
  init(
    _ source: OpenSource, _ header: SourceHeader, verdict: ProfileCheck.Verdict? = nil,
    profile: [UInt8]? = nil, colors: PNGColors?
  ) throws {
    let recipe = source.request.rules.recipe
    var facts = SourceFacts(
      header, verdict: verdict, pages: source.pages.count, recipe: recipe,
      fileSize: source.byteCount)
    if let colors {
      facts.warnings.append(
        "its colours are told by \(colors.rawValue), which is not followed: they are taken for sRGB"
      )
    }
    try self.init(
      source, facts: facts,
      stored: PixelSize(width: Int64(header.width), height: Int64(header.height)),
      orientation: header.orientation,
      keptProfile: recipe.keepsProfile && header.color != .cmyk ? profile : nil)
  }

  /// The same source where its finest level is made of its scan's data.
  ///
  /// - Parameters:
  ///   - road: that it goes.
  ///   - reason: why its data don't stay as they are; nil where they do.
  ///   - recipe: how it is cut.
  ///   - byteCount: the file's length.
  /// - Returns: what is to be told of it.
  func onScan(
    _ road: SourceFacts.Road, because reason: String?, _ recipe: PyramidRecipe, byteCount: Int64
  ) -> RoadSource {
    var changed = self
    changed.facts.road = road
    changed.facts.roadReason = reason
    changed.facts.estimate(recipe, scanOf: byteCount)
    return changed
  }

  /// The same source where its rows are unpacked here.
  ///
  /// - Parameters:
  ///   - road: that it goes.
  ///   - header: as its decoder tells it.
  ///   - recipe: how it is cut.
  /// - Returns: what is to be told of it.
  func inRows(
    _ road: SourceFacts.Road, _ header: SourceHeader, _ recipe: PyramidRecipe
  ) -> RoadSource {
    var changed = self
    changed.facts.road = road
    let layout = PixelLayout(
      samples: header.bands, for: recipe, stored: stored, orientation: orientation)
    changed.facts.estimate(recipe, rowsOf: header, in: layout)
    return changed
  }

  /// The same source as the page of a document that shows it.
  ///
  /// - Parameters:
  ///   - page: that shows it.
  ///   - pages: how many the document has.
  /// - Returns: what is to be told of it.
  func asPage(_ page: PageFacts, of pages: Int) -> RoadSource {
    var changed = self
    changed.facts.format = SourceFormat.pdf.rawValue
    changed.facts.page = page
    changed.facts.pages = pages
    return changed
  }

  /// The same source as a picture of an archive.
  ///
  /// - Parameter pages: how many the archive has.
  /// - Returns: what is to be told of it.
  func asPicture(among pages: Int) -> RoadSource {
    var changed = self
    changed.facts.format = SourceFormat.cbz.rawValue
    changed.facts.pages = pages
    return changed
  }

  /// The same with the reason why its code words are not taken over.
  ///
  /// - Parameter reason: as it was found.
  /// - Returns: what is to be told of it.
  func without(codeWords reason: ScanIrregular) -> RoadSource {
    var changed = self
    changed.facts.roadReason = reason.description
    return changed
  }

  private static func check(_ facts: SourceFacts, _ source: OpenSource) throws {
    let limits = source.request.limits
    let most = limits.pixels(of: source.format)
    let (pixels, overflow) = facts.width.multipliedReportingOverflow(by: facts.height)
    guard !overflow, pixels <= most else {
      throw CutFailure(
        .limit,
        "\(facts.width) x \(facts.height) pixels, more than the limit of \(most) for "
          + source.format.rawValue)
    }
    guard facts.bands <= limits.bands else {
      throw CutFailure(.limit, "\(facts.bands) bands, more than the limit of \(limits.bands)")
    }
    guard facts.estimatedMemory <= Int64(limits.memory) else {
      throw CutFailure(
        .limit,
        "decoding takes some \(facts.estimatedMemory >> 20) MB of memory, more than the limit of "
          + "\(limits.memory >> 20) MB")
    }
  }
}
