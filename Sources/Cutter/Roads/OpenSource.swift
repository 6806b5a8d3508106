import DecoderChildren
import Decoding
import Inflating
import JPEGScan
import PNGRows
import Posix
import PyramidFile
import PyramidFormat
import Sources
import TileGeometry

/// A source known by its first bytes, and found within the limits that need no decoder.
struct OpenSource {
  /// How it is to be read; its recipe is that of the source's kind.
  let request: SourceRequest
  let source: SourceCopies
  let format: SourceFormat
  let byteCount: Int64
  /// Which of a TIFF's directories its pages are; libvips counts the copies among them too.
  let pages: [Int]
  let contents: SourceContents
  let file: LocalFile
  /// What stays open for other pages; nil where there are none.
  let kept: OpenDocument?

  /// - Parameters:
  ///   - source: the open file.
  ///   - request: how it is to be read.
  ///   - kept: what stays open for other pages; nil where there are none.
  /// - Throws: what keeps it from being decoded.
  init(
    _ source: SourceCopies, _ request: SourceRequest, keeping kept: OpenDocument? = nil
  ) throws {
    self.source = source
    self.kept = kept
    let file = try source.opened()
    let status = try file.status()
    byteCount = status.size
    format = try Self.format(of: file, status, request.rules, limits: request.limits)
    var request = request
    request.rules = request.rules.settled(for: format)
    self.request = request
    guard let name = FilePath("the file") else { throw CutFailure(.source, "it has no name") }
    self.file = try LocalFile(file, path: name)
    contents = try SourceContents(format, in: self.file)
    pages = contents.pageDirectories
    guard pages.count <= request.limits.pages else {
      throw CutFailure(
        .limit, "\(pages.count) pages, more than the limit of \(request.limits.pages)")
    }
    // The pages of a document that is drawn are counted by who draws them.
    guard request.rules.pageEngine(of: format) == nil else { return }
    if let refusal = SourceRefusal(page: request.page, of: pages.count) {
      throw CutFailure(refusal, by: request.limits)
    }
    try Self.check(contents, page: request.pageNumber, limits: request.limits)
  }

  /// A picture that a document holds, to be cut as the page that shows it.
  ///
  /// - Parameters:
  ///   - embedded: the picture's file.
  ///   - document: that holds it.
  /// - Throws: what keeps it from being read.
  init(embedded: SourceCopies, in document: OpenSource) throws {
    var request = document.request
    request.page = nil
    try self.init(embedded, request)
    guard request.rules.pageEngine(of: format) == nil, !format.isVector else {
      throw CutFailure(.source, "the page is no picture but \(format.rawValue)")
    }
  }

  /// A TIFF is a wrapping too: what it holds is decoded where it would be by itself.
  private static func check(
    _ contents: SourceContents, page: Int, limits: CutLimits
  ) throws(CutFailure) {
    let inside = SourceFormat.jpeg2000
    guard !inside.isAdmitted(allowsUntrusted: limits.allowsUntrusted) else { return }
    switch contents.jpeg2000(page: page) {
    case .absent: return
    case .present:
      throw CutFailure(
        .source, "the TIFF holds JPEG 2000: " + inside.refusal(way: "(--allow-untrusted)"))
    // What nobody knows is decoded no more than what is known to be there.
    case .unknown(let reason): throw Self.refusal(reason)
    }
  }

  static func refusal(_ reason: TIFFError) -> CutFailure {
    guard case .outsideFile = reason else {
      return CutFailure(.source, "the TIFF can't be made sense of: \(reason)")
    }
    return CutFailure(.source, "the file ends too early: \(reason)")
  }

  private static func format(
    of file: borrowing FileDescriptor, _ status: FileStatus, _ rules: CuttingRules,
    limits: CutLimits
  ) throws -> SourceFormat {
    guard status.kind == .regular else { throw CutFailure(.source, "not a file") }
    guard status.size <= limits.sourceBytes else {
      throw CutFailure(
        .limit, "\(status.size) bytes, more than the limit of \(limits.sourceBytes)")
    }
    let format = try SourceFormat(of: file)
    let refusal = SourceRefusal(
      of: format, byteCount: status.size, by: rules, allowsUntrusted: limits.allowsUntrusted)
    guard let format, refusal == nil else {
      throw CutFailure(refusal ?? .noImage, by: limits)
    }
    return format
  }

  /// The first of the roads that the source can go.
  func road() throws -> any CutRoad {
    if let (document, pages) = try document() {
      return try DocumentPage(self, of: document, pages: pages).road()
    }
    if let archive = try archive() { return try archive.road(to: request.pageNumber, of: self) }
    if let pages = try djvuPages() { return try pages.road(of: self) }
    if format == .png {
      let file = try PNGFile(self)
      return try rows(colors: file.otherColors) { try file.rows() }
    }
    if let file = try PartsFile(self) { return try rows { file } }
    guard let planes = try PlanesRoad(self) else { return try PixelsRoad(self) }
    do {
      return try ScanRoad(self, instead: planes)
    } catch let reason as ScanIrregular {
      return planes.instead(of: reason)
    }
  }

  /// The road of rows that are unpacked here, or the one that is gone instead of it.
  private func rows(
    colors: PNGColors? = nil, _ file: () throws -> some HeadedRowsFile
  ) throws -> any CutRoad {
    var found: PixelsRoad?
    func pixels() throws -> PixelsRoad {
      if let found { return found }
      let road = try PixelsRoad(self, colors: colors)
      found = road
      return road
    }
    do {
      return try RowsRoad(file(), of: self, colors: colors, instead: pixels)
    } catch is PackedIrregular {
      return try pixels()
    }
  }
}
