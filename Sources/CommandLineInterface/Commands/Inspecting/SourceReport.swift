import ByteText
import DecoderChildren
import FoundationEssentials
import Pixels
import Posix
import PyramidFile
import PyramidFormat
import Sources

/// What `inspect --json` says of a file that has to be cut; its keys are a promise.
struct SourceReport: Encodable {
  let path: String
  /// What viewers call it; of what was looked up beneath a root.
  @NullWhenNone var id: String?
  let kind = "source"
  let served = "after it is cut"
  let format: String
  let width: Int
  let height: Int
  let colour: String
  let samples: String
  let bands: Int
  let alpha: Bool
  /// EXIF's number, 1 for upright.
  let orientation: Int
  let pages: Int
  let profile: String
  let road: String
  /// Why a JPEG's own code words are not taken over.
  @NullWhenNone var roadReason: String?
  let estimatedSeconds: Double
  let estimatedBytes: Int64
  let estimatedMemory: Int64
  /// Of a document: which page this is of, and what it is called; its size in points.
  @NullWhenNone var page: Int?
  @NullWhenNone var pageLabel: String?
  @NullWhenNone var pageWidth: Double?
  @NullWhenNone var pageHeight: Double?
  /// The same: how many places of it lead elsewhere.
  @NullWhenNone var pageLinks: Int?
  /// What the file carries along that is not served.
  let associated: [AssociatedReport]
  let warnings: [String]
  /// No key where there is no home for a store.
  let stored: StoredState?
  let sandbox: SandboxReport
  /// What is said of the picture.
  let statement: StatementReport

  /// Reads the header in a process of its own.
  ///
  /// - Parameters:
  ///   - image: what was asked about.
  ///   - request: how it would be cut.
  ///   - decoder: reads it.
  ///   - stored: whether it is cut already.
  ///   - sandbox: what it is decoded in.
  /// - Throws: whatever keeps it from being cut.
  init(
    _ image: NamedImage, _ request: SourceRequest, by decoder: SourceProcess,
    stored: StoredState?, sandbox: SandboxReport
  ) throws {
    self.sandbox = sandbox
    let shortfall = try FileEnd(of: image.file).wordsWhereMissing()
    let facts = try Self.facts(of: image, request, by: decoder, shortfall: shortfall)
    path = image.file.path.description
    id = image.id
    self.stored = stored
    format = facts.format
    width = facts.width
    height = facts.height
    colour = [facts.color.words, facts.chroma].compactMap(\.self).joined(separator: " ")
    samples = facts.samples
    bands = facts.bands
    alpha = facts.hasAlpha
    orientation = facts.orientation
    pages = facts.pages
    profile = facts.profile
    road = facts.road.words
    roadReason = facts.roadReason
    page = facts.page?.number
    pageLabel = facts.page?.label
    pageWidth = facts.page?.width
    pageHeight = facts.page?.height
    pageLinks = facts.page?.linkCount
    estimatedSeconds = (facts.estimatedSeconds * 100).rounded() / 100
    estimatedBytes = facts.estimatedBytes
    estimatedMemory = facts.estimatedMemory
    associated =
      (try? TIFFPictures(of: image.file).associated).map { $0.map(AssociatedReport.init) } ?? []
    warnings = [shortfall].compactMap(\.self) + facts.warnings
    statement = try StatementReport(image)
  }

  private static func facts(
    of image: NamedImage, _ request: SourceRequest, by decoder: SourceProcess, shortfall: String?
  ) throws -> SourceFacts {
    do {
      return try decoder.examine(image.file, request)
    } catch {
      throw shortfall.map { CutFailure(.source, $0) } ?? error
    }
  }

  var text: String {
    var lines = [
      "\(path): \(format), to be cut",
      "  \(width) x \(height) pixels, \(colour), \(samples)\(alpha ? ", alpha" : "")"
        + (pages > 1 ? ", \(pages) pages" : ""),
      pageText ?? "  profile: \(profile); orientation: \(orientation)",
      "  cutting takes about \(estimatedSeconds) s, \(estimatedMemory / 1_000_000) MB of memory "
        + "and \(estimatedBytes / 1000) kB in the store (\(road))",
    ]
    if let roadReason { lines.append("  its data are not taken over as they are: \(roadReason)") }
    if let stored { lines.append("  \(stored.text)") }
    lines += AssociatedReport.text(associated)
    lines += statement.text
    lines += warnings.map { "  note: \($0)" }
    lines.append("  \(sandbox.text)")
    return lines.joined(separator: "\n") + "\n"
  }
}

extension SourceReport {
  private var pageText: String? {
    guard let page, let pageWidth, let pageHeight else { return nil }
    // A hundredth of a point is a two-hundredth of a millimetre.
    func points(_ side: Double) -> String { DecimalText.shortest((side * 100).rounded() / 100) }
    return "  page \(page)\(pageLabel.map { ", called \($0)" } ?? "") of \(pages): "
      + "\(points(pageWidth)) x \(points(pageHeight)) points, drawn by PDFium\(pageLinks.map(Self.linkText) ?? "")"
  }

  private static func linkText(_ count: Int) -> String {
    count == 0 ? "" : "; \(count) \(count == 1 ? "link" : "links")"
  }
}

extension SourceFacts.Road {
  /// As `inspect` and `prerender` call it.
  var words: String {
    switch self {
    case .codeWords: "JPEG code words"
    case .coefficients: "JPEG coefficients"
    case .requantized: "JPEG coefficients, requantised"
    case .planes: "JPEG planes"
    case .rows: "PNG rows"
    case .strips: "TIFF strips"
    case .tiles: "TIFF tiles"
    case .pixels: "libvips"
    case .drawn: "PDFium"
    case .program: "ddjvu"
    }
  }
}

extension ColorKind {
  /// As people call it.
  fileprivate var words: String {
    switch self {
    case .gray: "grey"
    case .deepGray: "grey, 16 bit"
    case .rgb: "RGB"
    case .deepRGB: "RGB, 16 bit"
    case .linearRGB: "linear RGB"
    case .yCbCr: "YCbCr"
    case .cmyk: "CMYK"
    case .ycck: "YCCK"
    case .lab: "Lab"
    case .manyBands: "many bands"
    case .unknown: "unknown"
    }
  }
}
