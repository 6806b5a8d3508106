package import DecoderChildren
package import Decoding
package import Posix
import Sandbox
import JPEGScan
import PyramidFormat
import Sources

/// The cut of one image, in the process that does it.
package struct ImageCut: ~Copyable {
  private let source: SourceCopies
  private let output: FileDescriptor
  private let preview: FileDescriptor?
  private let request: CutRequest
  private let document: OpenDocument?
  private let nextWish: () -> TileWish?
  private let report: (CutAnswer) -> Void

  /// - Parameters:
  ///   - source: the open file.
  ///   - output: where the pyramid goes: an empty file.
  ///   - preview: where the coarse levels of a large image go before it is cut; nil where nobody waits.
  ///   - request: how it is to be cut.
  ///   - document: whose page it is, where this process goes on to others; nil where it ends.
  ///   - nextWish: asked now and then from the thread that reads the source: a tile that somebody waits
  ///     for; nil where there is none now.
  ///   - report: called now and then from the same thread, with the share that is done.
  package init(
    _ source: SourceCopies, to output: consuming FileDescriptor,
    preview: consuming FileDescriptor? = nil, _ request: CutRequest,
    of document: OpenDocument? = nil,
    nextWish: @escaping () -> TileWish? = { nil }, report: @escaping (CutAnswer) -> Void
  ) {
    self.source = source
    self.output = output
    self.preview = preview
    self.request = request
    self.document = document
    self.nextWish = nextWish
    self.report = report
  }

  /// Cuts the image.
  ///
  /// - Throws: why it can't be cut.
  package consuming func run() throws {
    let status = try source.opened().status()
    let opened = try OpenSource(source, request.source, keeping: document)
    var road = try opened.road()
    let facts = road.source.facts
    report(.begun(facts))
    let room = CutLimits.pyramidBytes(pixels: facts.pixels)
    try bound(facts, room: room)
    let description = request.description(of: status, nominalSize: facts.nominalSize)
    let shown =
      facts.pixels >= CutPreview.fewestPixels ? show(opened, on: road, description) : nil
    if shown != nil { report(.previewed) }
    let wishes = shown?.index.flatMap {
      // What is wrong with the source the cut itself finds out.
      try? (road as? ScanRoad)?.tiles(
        by: $0, recipe: opened.request.rules.recipe, for: nextWish, report: report)
    }
    if wishes != nil { report(.takesWishes) }
    if let index = shown?.index, let scan = road as? ScanRoad { road = scan.reading(by: index) }
    do {
      try road.run(
        into: CutTarget(
          output, request, road.source, description: description,
          shares: shown == nil ? 0...1 : Self.previewShare...1, wishes: wishes, report: report))
    } catch {
      let failure = CutFailure(error)
      // Where files may become as long as this one is to, its own limit was met.
      let isItsOwn =
        failure.cause == .environment(.fileTooLarge, at: .store) && HardLimits.fileSize >= room
      throw isItsOwn ? CutFailure.tooLong : failure
    }
  }

  /// Of the time that an image takes which is shown before it is cut, what showing it takes.
  private static let previewShare = 0.2

  /// What is known once a preview is made.
  private struct Shown {
    /// Where the finest level's tiles lie in the source; nil where they are not to be found there.
    let index: ScanIndex?
  }

  /// Makes a preview where the source allows it.
  ///
  /// - Returns: nil where there is none: what is wrong with the source the cut itself finds out, and
  ///   nothing else is lost.
  private borrowing func show(
    _ opened: OpenSource, on road: any CutRoad, _ description: PyramidDescription
  ) -> Shown? {
    do {
      guard let file = try preview?.duplicated() else { return nil }
      let target = CutTarget(
        file, request, road.source, description: description,
        finest: CutPreview.finest, shares: 0...Self.previewShare, report: report)
      return Shown(index: try ScanPreview(opened, on: road).run(into: target))
    } catch {
      return nil
    }
  }

  /// Limits for this image by its size.
  private func bound(_ facts: SourceFacts, room: Int) throws(Errno) {
    let seconds = request.source.limits.processorSeconds(for: facts, threads: request.threads)
    // The next page has limits of its own, and those of its box are for all.
    guard document == nil else { return try HardLimits.grantProcessorTime(seconds: seconds) }
    try HardLimits.setProcessorTime(seconds: seconds)
    try HardLimits.setFileSize(bytes: room)
  }
}
