package import DecoderChildren
import Decoding
import Encoding
import Pixels
import Posix
import PyramidFile
import PyramidFormat
import Sandbox
import Sources
import TileGeometry

/// The cut of one image, in the process that does it.
package struct ImageCut {
  let request: CutRequest
  let report: (CutAnswer) -> Void

  /// - Parameters:
  ///   - request: which source, and where its pyramid goes.
  ///   - report: called now and then from the thread that reads the source, with the share that is
  ///     done.
  package init(_ request: CutRequest, report: @escaping (CutAnswer) -> Void) {
    self.request = request
    self.report = report
  }

  /// Cuts the image.
  ///
  /// - Returns: what came of it.
  /// - Throws: why it can't be cut.
  package func run() throws -> CutOutcome {
    guard let sourcePath = FilePath(bytes: request.source),
      let outputPath = FilePath(bytes: request.output)
    else { throw CutFailure(.source, "the path is empty") }
    let before = try FileStatus.of(sourcePath)
    let source = try OpenSource(request)
    guard try request.version(of: before, source.format).text == request.version else {
      // Its pixels would go by the name of those that it had when it was asked for.
      throw CutFailure(.source, "the file changed before it was read")
    }
    report(.begun(source.facts))
    bound(source.facts)

    let (layout, stream) = try pixels(of: source)
    let tiles = tiles(layout)
    let geometry = BandGeometry(
      stored: source.stored, orientation: source.orientation, tileSize: request.recipe.tileSize)
    let upright = ImageSize(
      width: Int64(source.facts.width), height: Int64(source.facts.height))
    guard let upright else { throw CutFailure(.source, "no such size") }
    let ladder = Ladder(imageSize: upright, tileSize: request.recipe.tileSize)
    let writer = try PyramidWriter(
      outputPath,
      layout: try PyramidLayout(
        ladder: ladder, tiles: tiles, description: description(before, source.facts),
        profile: source.keptProfile))
    let recipe = request.recipe
    let profile = source.keptProfile.flatMap { ColorProfile($0) }
    let sink = TileSink(writer)
    let pipeline = BandPipeline(
      geometry: geometry, layout: layout,
      makeEncoder: { try Self.encoder(layout, tiles, recipe, profile) },
      sink: { try sink.write($1, of: $0, $2) })
    try sink.blamed {
      switch source.road {
      case .planes(let jpeg, _):
        try PlaneCut.run(jpeg, through: pipeline, helpers: request.threads - 1) {
          report(.progress($0))
        }
      case .pixels:
        guard let stream else { throw CutFailure(.source, "no pixels") }
        try PixelCut.run(stream, through: pipeline, helpers: request.threads) {
          report(.progress($0))
        }
      }
    }
    let length = try writer.finish()
    let after = try FileStatus.of(sourcePath)
    guard after == before else { throw CutFailure(.source, "the file changed while it was read") }
    return CutOutcome(
      width: Int(upright.width), height: Int(upright.height), tiles: geometry.tileCount,
      levels: geometry.levels.count, bytes: length)
  }

  /// Limits for this image by its size.
  private func bound(_ facts: SourceFacts) {
    let seconds = request.limits.deadline(pixels: facts.pixels)
    ProcessLimits.setProcessorTime(secondsFromNow: Int(seconds) * max(2, request.threads))
    // What incompressible pixels come to, levels and tables included.
    let (worst, overflow) = facts.pixels.multipliedReportingOverflow(by: 12)
    ProcessLimits.setFileSize(bytes: overflow ? .max : worst + 64 << 20)
  }

  private func pixels(of source: OpenSource) throws -> (PixelLayout, PixelStream?) {
    switch source.road {
    case .planes(_, let layout): return (layout, nil)
    case .pixels(let foreign):
      ForeignSource.setThreads(request.threads)
      let stream = try foreign.converted(keepingProfile: request.recipe.keepsProfile)
      return (stream.layout(gray: request.recipe.format != .webp), stream)
    }
  }

  private func tiles(_ layout: PixelLayout) -> PyramidTiles {
    switch (request.recipe.format, layout) {
    case (.jpeg, .gray): .grayJPEG
    case (.jpeg, .yCbCr), (.jpeg, .rgbx): .colorJPEG(request.recipe.chroma)
    case (.jpeg, .rgba): .webp(alpha: true)
    case (.webp, _): .webp(alpha: layout == .rgba)
    case (.lossless, .gray): .deflate(channels: 1)
    case (.lossless, .rgba): .deflate(channels: 4)
    case (.lossless, _): .deflate(channels: 3)
    }
  }

  private static func encoder(
    _ layout: PixelLayout, _ tiles: PyramidTiles, _ recipe: PyramidRecipe,
    _ profile: ColorProfile?
  ) throws -> any TileEncoder {
    let side = Int(recipe.tileSize.side)
    let quality = recipe.quality
    switch tiles {
    case .grayJPEG, .colorJPEG:
      return try JPEGTileEncoder(
        layout: layout, tileSide: side, quality: quality,
        chroma: recipe.chroma)
    case .webp(let alpha):
      return try PixelTileEncoder(
        // These can't be given it when they are sent, as JPEG tiles are.
        coding: .webp(quality: quality, profile: profile?.isGray == false ? profile?.bytes : nil),
        channels: alpha ? 4 : 3, tileSide: side)
    case .deflate(let channels):
      return try PixelTileEncoder(coding: .deflate, channels: channels, tileSide: side)
    }
  }

  private func description(_ status: FileStatus, _ facts: SourceFacts) -> PyramidDescription {
    let name = FilePath(bytes: request.source)?.lastComponent ?? []
    return PyramidDescription(
      version: request.version,
      source: .init(
        name: String(decoding: name, as: UTF8.self), page: request.page, size: status.size,
        modified: status.modified),
      recipe: request.recipe)
  }
}
