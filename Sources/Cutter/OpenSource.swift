import DecoderChildren
import Decoding
import Pixels
import Posix
import PyramidFile
import PyramidFormat
import Sources
import TileGeometry

/// A source opened by its first bytes, its header read and found within the limits.
struct OpenSource {
  enum Road {
    case planes(JPEGSource, PixelLayout)
    case pixels(ForeignSource)
  }

  let format: SourceFormat
  let road: Road
  let facts: SourceFacts
  let orientation: Orientation
  let stored: ImageSize
  /// The ICC profile to keep in the pyramid.
  let keptProfile: [UInt8]?

  init(_ request: CutRequest) throws {
    guard let path = FilePath(bytes: request.source) else {
      throw CutFailure(.source, "the path is empty")
    }
    let name = path.description
    let file = try FileDescriptor.open(path, [.reading, .withoutWaiting])
    let fileSize = try file.status().size
    format = try Self.format(of: file, name: name, limits: request.limits)
    var pages = [0]
    if format == .jpeg {
      try Self.check(pages, request)
      let source = try JPEGSource(file: name, descriptor: file)
      let opened = try Self.planes(source, request: request)
      if let opened {
        (road, facts, orientation, stored, keptProfile) = opened
        return
      }
    } else {
      // libvips counts copies of pages among them, and so wants to know which directories they are.
      pages = SourceContents(format, in: try LocalFile(file, path: path)).pageDirectories
      try Self.check(pages, request)
    }
    let foreign = try ForeignSource(
      path: path, format: format, page: pages[(request.page ?? 1) - 1] + 1,
      dotsPerInch: request.dotsPerInch)
    let header = foreign.header
    orientation = header.orientation
    stored = try Self.size(width: header.width, height: header.height)
    keptProfile = request.recipe.keepsProfile && header.color != "CMYK" ? foreign.profile : nil
    facts = SourceFacts(
      foreign: foreign, pages: pages.count, recipe: request.recipe, fileSize: fileSize)
    road = .pixels(foreign)
    try Self.check(facts, format: format, request: request)
    if request.task == .examine, format == .tiff { try foreign.checkFirstPixel() }
  }

  private static func format(
    of file: borrowing FileDescriptor, name: String, limits: CutLimits
  ) throws -> SourceFormat {
    let status = try file.status()
    guard status.kind == .regular else { throw CutFailure(.source, "not a file") }
    guard status.size > 0 else { throw CutFailure(.source, "the file is empty") }
    guard status.size <= limits.sourceBytes else {
      throw CutFailure(.limit, "\(status.size) bytes, more than the limit of \(limits.sourceBytes)")
    }
    guard let format = try SourceFormat(of: file) else {
      throw CutFailure(.source, "not an image of a kind that can be cut")
    }
    guard format.isAdmitted(allowsUntrusted: limits.allowsUntrusted) else {
      throw CutFailure(.source, format.refusal(way: "(--allow-untrusted)"))
    }
    return format
  }

  /// The fast road, where the file's planes can go it.
  private static func planes(
    _ source: JPEGSource, request: CutRequest
  ) throws -> (Road, SourceFacts, Orientation, ImageSize, [UInt8]?)? {
    let recipe = request.recipe
    guard recipe.format == .jpeg,
      let layout = source.header.planeLayout(for: recipe.chroma)
    else { return nil }
    let profile = source.profile()
    var verdict: ProfileCheck.Verdict?
    if let profile {
      verdict = try ProfileCheck.verdict(on: profile, of: layout == .gray ? .gray : .color)
      if verdict == .movesColors, !recipe.keepsProfile { return nil }
    }
    let facts = SourceFacts(jpeg: source, verdict: verdict, recipe: recipe)
    try check(facts, format: .jpeg, request: request)
    return (
      .planes(source, layout), facts, source.header.orientation,
      try size(width: source.header.width, height: source.header.height),
      recipe.keepsProfile && verdict != .isUnusable ? profile : nil
    )
  }

  private static func check(_ pages: [Int], _ request: CutRequest) throws {
    guard pages.count <= request.limits.pages else {
      throw CutFailure(
        .limit, "\(pages.count) pages, more than the limit of \(request.limits.pages)")
    }
    if let page = request.page, !(1...pages.count).contains(page) {
      throw CutFailure(.source, "there is no page \(page): the file has \(pages.count)")
    }
  }

  private static func size(width: Int, height: Int) throws -> ImageSize {
    guard let size = ImageSize(width: Int64(width), height: Int64(height)) else {
      throw CutFailure(.source, "\(width) x \(height) pixels can't be an image")
    }
    return size
  }

  private static func check(
    _ facts: SourceFacts, format: SourceFormat, request: CutRequest
  ) throws {
    let limits = request.limits
    let (pixels, overflow) = facts.width.multipliedReportingOverflow(by: facts.height)
    guard !overflow, pixels <= limits.pixels(of: format) else {
      throw CutFailure(
        .limit,
        "\(facts.width) x \(facts.height) pixels, more than the limit of "
          + "\(limits.pixels(of: format)) for \(format.rawValue)")
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
