package import Sandbox
package import Sources

/// What a source may cost; checked from its header before a pixel is decoded.
package struct CutLimits: Codable, Equatable, Sendable {
  /// Nil for each format's own: what its decoder can stream, or must hold whole.
  package var pixels: Int?
  package var sourceBytes: Int64 = 64 << 30
  package var pages = 10_000
  /// Of a document, whose pages cost nothing before they are asked for.
  package static let documentPages = 100_000
  /// Wall seconds for counting them.
  package static let countingSeconds = 10.0
  /// Bytes that a picture of an archive has at most.
  package static let unpackedBytes: Int64 = 1 << 30
  package var bands = 64
  /// Bytes that the cutting process may write to.
  package var memory = 2 << 30
  /// Wall seconds for every image, and more for each megapixel.
  package var seconds = 60.0
  package var secondsPerMegapixel = 2.0
  /// Wall seconds for every image, however large; nil where its size counts too.
  package var wholeSeconds: Int? {
    get { secondsPerMegapixel == 0 ? Int(seconds) : nil }
    set {
      let standard = CutLimits()
      seconds = newValue.map(Double.init) ?? standard.seconds
      secondsPerMegapixel = newValue == nil ? standard.secondsPerMegapixel : 0
    }
  }
  /// How far children step back when processors are short, 0 to 19.
  package var niceness: Int32 = 0
  /// Formats whose decoders libvips doesn't count as fit for files from strangers.
  package var allowsUntrusted = false
  /// How decoders are boxed; nil until that was found out, and then nothing is decoded.
  package private(set) var box: BoxPolicy?
  /// Why those formats are not allowed though they were to be: the box is not whole.
  private var lacksBox = false
  /// The same of documents' pages.
  private var pagesLackBox = false
  private var djvuLacksBox = false
  /// Whether documents' pages are drawn where they can be.
  package var documents = DocumentDrawing.on

  package init() {}

  package func pixels(of format: SourceFormat) -> Int {
    if let pixels { return pixels }
    return switch format {
    case .jpeg: 5_000_000_000
    case .tiff: 20_000_000_000
    case .png, .webp, .gif, .heif, .avif, .jpeg2000, .svg, .pdf, .cbz, .djvu: 500_000_000
    }
  }

  /// Processor seconds for every image besides those of its pixels, and how often what these take as
  /// a rule: machines are slower than those that this was measured on, and pictures dearer.
  private static let justified = (seconds: 2.0, times: 30.0)
  /// The same of drawings, whose pixels say less of what they cost: seconds that each may take, as
  /// many as a part of a page, and how often what its pixels take where that is more.
  private static let justifiedDrawing = (seconds: 10.0, times: 5.0)

  /// Processor seconds that a source's pixels justify: a small file that takes more is meant to.
  ///
  /// - Parameters:
  ///   - facts: what its header says.
  ///   - threads: that read and cut it.
  /// - Returns: the limit of all its life for who does.
  package func processorSeconds(for facts: SourceFacts, threads: Int) -> Int {
    let most = processorSeconds(pixels: facts.pixels, threads: threads)
    // Who sets a deadline knows the machine.
    guard wholeSeconds == nil else { return most }
    let isDrawn = facts.page != nil || SourceFormat(rawValue: facts.format)?.isVector != false
    let (rule, drawing) = (Self.justified, Self.justifiedDrawing)
    let seconds =
      isDrawn
      ? max(drawing.seconds, drawing.times * facts.estimatedSeconds)
      : rule.seconds + rule.times * facts.estimatedSeconds
    return min(most, Int(seconds.rounded(.up)))
  }

  /// Processor seconds that threads may use until the deadline.
  package func processorSeconds(pixels: Int, threads: Int) -> Int {
    Int(deadline(pixels: pixels)) * max(2, threads)
  }

  /// What incompressible pixels come to, levels and tables included.
  package static func pyramidBytes(pixels: Int) -> Int {
    let (worst, overflow) = pixels.multipliedReportingOverflow(by: 12)
    return overflow ? .max : worst + 64 << 20
  }

  /// Has decoders boxed; formats whose decoders nobody vouches for are not allowed where the box is
  /// not whole.
  ///
  /// - Parameters:
  ///   - policy: how decoders are boxed here.
  ///   - drawsPages: whether the pages of documents are to be drawn.
  ///   - readsDjVu: whether there are programs that read DjVu files.
  package mutating func decode(
    in policy: BoxPolicy, drawsPages: Bool = false, readsDjVu: Bool = false
  ) {
    box = policy
    djvuLacksBox = readsDjVu && !policy.isWhole
    pagesLackBox = drawsPages && !policy.isWhole
    lacksBox = allowsUntrusted && !policy.isWhole
    allowsUntrusted = allowsUntrusted && policy.isWhole
  }

  /// How a format is requested that is not switched on.
  ///
  /// - Parameter format: which is not.
  /// - Returns: words behind a blank.
  package func way(to format: SourceFormat) -> String {
    if lacksBox || format == .pdf && pagesLackBox || format == .djvu && djvuLacksBox {
      return "(the sandbox is not complete here)"
    }
    if format == .djvu, documents == .on {
      return "(--djvu-programs: ddjvu and djvused are not found here, which come with Debian's"
        + " djvulibre-bin)"
    }
    guard format == .pdf || format == .djvu else { return "(--allow-untrusted)" }
    return documents == .off
      ? "(--documents is off)"
      : "(--pdf-engine: PDFium is not found here; --allow-untrusted draws page 1 by Poppler)"
  }

  package func deadline(pixels: Int) -> Double {
    seconds + secondsPerMegapixel * Double(pixels) / 1_000_000
  }
}
