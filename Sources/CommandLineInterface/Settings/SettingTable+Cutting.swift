import DecoderChildren
import PyramidFormat
import Sandbox
import Sources
import TileGeometry
import TileService

/// How images are cut, and in what box.
extension SettingTable {
  static let detail = Setting.number(
    "detail", DrawnDetail.bounds, unit: "N", \.service.detail, in: "Answers",
    "Levels of a drawn page or drawing that are finer than its pyramid, each twice as fine as the one"
      + " before: they are drawn as they are asked for. Its IIIF size is that of the finest.")

  static let cutting: [Setting] = [
    .number(
      "cuts", 0...64, \.service.simultaneousCuts, in: "Cutting",
      "Images that are cut at the same time, each in a process of its own; a small one more is cut"
        + " beside them. 0 leaves them to the workers of a queue."),
    .number(
      "cut-wait", 0...3600, unit: "SECONDS", \.service.cutPatience, in: "Cutting",
      "How long a request waits for its image to be cut; then it is told to come back."
    )
    .reloadable(),
  ]

  /// How images are cut, the same for every command that cuts.
  static let cuts: [Setting] = [
    .number(
      "quality", PyramidRecipe.qualityBounds, unit: "1-100", \.service.cutRules.recipe.quality,
      in: "Cutting", "JPEG or WebP quality of the tiles."),
    .choice(
      "tile-size", tileSizes, \.name, \.service.cutRules.recipe.tileSize, in: "Cutting",
      "Side of a tile."),
    .choice(
      "format", \.service.cutRules.recipe.format, in: "Cutting",
      "What tiles are: JPEG, or WebP where there is alpha, and of drawn pages WebP without loss or JPEG"
        + " with all of its colours, as what a few of them are smaller (auto); JPEG, or WebP where there"
        + " is alpha; WebP; or lossless (Deflate)."),
    .choice(
      "chroma", [.quartered, .full], \.name, \.service.cutRules.recipe.chroma, in: "Cutting",
      "How much of the colour planes JPEG tiles keep."),
    .choice(
      "base", \.service.cutRules.recipe.base, in: "Cutting",
      "What the finest level of a JPEG is: its own data, or its coefficients made coarser where these "
        + "are much finer than --quality (auto); its own data in any case (source); its coefficients, "
        + "none finer than --quality (requantised); or pixels, encoded anew."),
    .truth(
      "keep-profile", \.service.cutRules.recipe.keepsProfile, in: "Cutting",
      "Keep the source's colours and ICC profile instead of making sRGB; pictures are sent with it."
    ),
    .number(
      "max-pixels", 1...1 << 50, \.service.cutLimits.pixels, otherwise: pixelText, in: "Cutting",
      "Refuse larger images."),
    .number(
      "max-memory", 64...1 << 20, unit: "MB", \.service.cutLimits.memory, as: .megabytes,
      in: "Cutting", "Memory that cutting one image may take."),
    .number(
      "deadline", 1...1_000_000, unit: "SECONDS", \.service.cutLimits.wholeSeconds,
      otherwise: deadlineText, in: "Cutting", "Give an image up after so long."),
    .truth(
      "allow-untrusted", \.service.cutLimits.allowsUntrusted, in: "Cutting",
      "Decode SVG and JPEG 2000 too, whose decoders libvips doesn't vouch for, and the first page"
        + " of a PDF where PDFium is not there; only in a complete sandbox."),
    .choice(
      "documents", \.service.cutLimits.documents, in: "Cutting",
      "Draw all pages of PDF files, where PDFium is found and the sandbox is complete (on), and of"
        + " DjVu files where their programs are; or take PDF for a format that --allow-untrusted"
        + " switches on, and no DjVu (off)."),
    .text(
      "pdf-engine", .file, \.pdfEngine,
      otherwise: "lib/pyramidion/libpdfium.so beside the program, or the system's", in: "Cutting",
      "Where PDFium's library lies."),
    .text(
      "djvu-programs", .folder, \.djvuPrograms, otherwise: "those on PATH", in: "Cutting",
      "Where DjVuLibre's programs lie, ddjvu and djvused, which read DjVu files."),
    .number(
      "dpi", 1...2400, \.service.cutRules.dotsPerInch, as: .plain, in: "Cutting",
      "How finely SVG and PDF are drawn."),
  ]

  /// How decoders are boxed, the same for every command that decodes.
  static let sandbox: [Setting] = [
    .choice(
      "sandbox", \.sandbox.mode, in: "Sandbox",
      "What becomes of images where the sandbox of decoders is not complete: none is decoded"
        + " (require); or what is missing is said, and SVG, PDF and JPEG 2000 are off (try)."
        + " Without a sandbox, for looking for faults (off)."),
    .text(
      "sandbox-user", .text("NAME"), \.sandbox.user, otherwise: BoxUser.nobody.name, in: "Sandbox",
      "Whom decoders run as when the program is started by root."),
  ]

  private static let tileSizes = [128, 256, 512, 1024].compactMap { TileSize($0) }

  private static var pixelText: String {
    let limits = CutLimits()
    func short(_ format: SourceFormat) -> String { powerOfTen(limits.pixels(of: format)) }
    return "\(short(.jpeg)) JPEG, \(short(.tiff)) TIFF, \(short(.png)) others"
  }

  private static var deadlineText: String {
    let limits = CutLimits()
    return "\(Int(limits.seconds)), and \(Int(limits.secondsPerMegapixel)) for each megapixel"
  }

  /// As `5e9`.
  private static func powerOfTen(_ number: Int) -> String {
    var (number, power) = (number, 0)
    while number % 10 == 0, number > 0 { (number, power) = (number / 10, power + 1) }
    return "\(number)e\(power)"
  }
}

extension TileSize {
  fileprivate var name: String { String(side) }
}
