package import Caching
package import ImageRequest
import Encoding
import Pixels
package import PyramidFormat
package import TileGeometry

/// Makes pictures of pyramids: any part, size, turn, quality and format.
///
/// Threads share one; what they share inside are the decoded tiles.
package final class Renderer: Sendable {
  let tiles: DecodedTiles
  let quality: Int
  /// Who makes pixels of stored tiles.
  package let decoder: any TileDecoding

  /// - Parameters:
  ///   - tileCache: what decoded tiles may take.
  ///   - quality: 1 to 100, of JPEG, WebP and AVIF.
  ///   - decoder: who makes pixels of stored tiles.
  package init(tileCache: ByteBudget, quality: Int, decoder: any TileDecoding) {
    tiles = DecodedTiles(budget: tileCache, decoder: decoder)
    self.quality = quality
    self.decoder = decoder
  }

  /// Makes the picture of a plan.
  ///
  /// - Parameters:
  ///   - plan: what to draw.
  ///   - source: the pyramid.
  ///   - isCancelled: asked between tiles and rows; once it says yes, `cancelled` is thrown.
  /// - Returns: the picture as a file.
  /// - Throws: what keeps it from being drawn, or that it was cancelled.
  package func render(
    _ plan: ImagePlan, of source: RenderSource, isCancelled: () -> Bool
  ) throws(RenderError) -> [UInt8] {
    let choice = LevelChoice(plan, source)
    if let bytes = try renderPlanes(plan, choice, of: source, isCancelled) { return bytes }
    let part = try assemble(choice, of: source, isCancelled)
    guard var picture = Self.scaled(part, choice, to: plan.size, isCancelled) else {
      throw .cancelled
    }
    try finish(&picture, plan, isCancelled)
    let pyramid = source.pyramid
    let isGray = plan.quality != .color || pyramid.levels[0].facts.samplesPerPixel < 3
    return try encode(
      &picture, as: plan.format, isGray: isGray, pyramid.profile,
      quality: quality(of: choice, in: pyramid),
      // What is not scaled stays what was drawn, tiles at an edge and finer ones too.
      isExact: choice.step == 1 && pyramid.keepsDrawnPixels)
  }

  /// Makes the picture of a plan that shows all of a page, drawn as large as the picture is: nothing of
  /// the page need be stored.
  ///
  /// - Parameters:
  ///   - plan: what to draw.
  ///   - drawing: who draws the page.
  ///   - isCancelled: as of ``render(_:of:isCancelled:)``.
  /// - Returns: the picture as a file.
  /// - Throws: what keeps it from being drawn, or that it was cancelled.
  package func draw(
    _ plan: ImagePlan, by drawing: any BlockDrawing, isCancelled: () -> Bool
  ) throws(RenderError) -> [UInt8] {
    let all = PixelRect(x: 0, y: 0, width: plan.size.width, height: plan.size.height)
    var picture = try Raster(all, of: plan.size, by: drawing)
    try finish(&picture, plan, isCancelled)
    return try encode(
      &picture, as: plan.format, isGray: plan.quality != .color, nil, quality: drawnQuality,
      isExact: false)
  }

  /// Does what a plan asks for beside its part and size.
  private func finish(
    _ picture: inout Raster, _ plan: ImagePlan, _ isCancelled: () -> Bool
  ) throws(RenderError) {
    if plan.isMirrored { picture = picture.mirrored() }
    if let quarters = plan.rotation.quarterTurns {
      picture = picture.turned(quarters: quarters)
    } else {
      guard let turned = picture.turned(degrees: plan.rotation.degrees, isCancelled: isCancelled)
      else { throw .cancelled }
      picture = turned
    }
    switch plan.quality {
    case .color: break
    case .gray: picture.makeGray()
    case .bitonal: picture.makeBitonal()
    }
    if plan.paddedSide > 0 { picture = picture.padded(to: Int(plan.paddedSide)) }
    guard !isCancelled() else { throw .cancelled }
  }

  /// Of what is drawn: with less JPEG does not keep all of the colors, without which colored letters
  /// lose their edges.
  private var drawnQuality: Int { max(quality, 90) }

  func quality(of choice: LevelChoice, in pyramid: Pyramid) -> Int {
    choice.drawn != nil || pyramid.isOfDrawnPage ? drawnQuality : quality
  }

  private static func scaled(
    _ part: Raster, _ choice: LevelChoice, to size: PixelSize, _ isCancelled: () -> Bool
  ) -> Raster? {
    if let step = choice.step { return step == 1 ? part : part.averaged(across: step, down: step) }
    let rect = SampledRect(
      x: choice.rect.x - Double(choice.needed.x), y: choice.rect.y - Double(choice.needed.y),
      width: choice.rect.width, height: choice.rect.height)
    return part.resampled(
      rect, width: Int(size.width), height: Int(size.height), isCancelled: isCancelled)
  }

  /// The upper left part of a stored tile, its pixels bit for bit those of the tile.
  ///
  /// - Returns: nil where the tile's coding has no such thing; it is to be rendered.
  package func corner(
    _ address: TileAddress, width: Int32, height: Int32, of source: RenderSource
  ) throws(RenderError) -> [UInt8]? {
    let pyramid = source.pyramid
    guard let index = pyramid.storedLevel(address.reduction),
      pyramid.levels[index].facts.compression == .jpeg
    else { return nil }
    let tile = RenderError.Tile(level: index, column: address.column, row: address.row)
    let corner = try tiles.corner(source, tile, width: Int(width), height: Int(height))
    return corner?.told(
      pyramid.profile, isGray: pyramid.levels[index].facts.samplesPerPixel == 1)
  }

  /// The same of a JPEG tile that is not stored yet.
  ///
  /// - Parameters:
  ///   - tile: its bytes.
  ///   - address: where it will lie, on a level that its pyramid tells of.
  ///   - width: pixels that stay of each row.
  ///   - height: rows that stay.
  ///   - pyramid: that is to have it.
  /// - Returns: nil where the pyramid has no such level.
  /// - Throws: ``TileDecodingError`` for a tile that is none.
  package func corner(
    of tile: [UInt8], at address: TileAddress, width: Int32, height: Int32, in pyramid: Pyramid
  ) throws(TileDecodingError) -> [UInt8]? {
    guard let index = pyramid.storedLevel(address.reduction) else { return nil }
    let level = pyramid.levels[index]
    return try decoder.corner(
      of: tile, TileCoding(level), width: Int(width), height: Int(height)
    ).told(pyramid.profile, isGray: level.facts.samplesPerPixel == 1)
  }

  /// Decodes the tiles that a part of a level needs, or draws its blocks, into one raster.
  private func assemble(
    _ choice: LevelChoice, of source: RenderSource, _ isCancelled: () -> Bool
  ) throws(RenderError) -> Raster {
    let facts = source.pyramid.levels[choice.level].facts
    var picture = Raster(
      width: Int(choice.needed.width), height: Int(choice.needed.height),
      hasAlpha: facts.alpha != .none)
    for part in choice.needed.parts(ofTiles: choice.tileSize(in: source.pyramid)) {
      guard !isCancelled() else { throw .cancelled }
      if let drawn = choice.drawn {
        if let block = try tiles.block(source, of: drawn, part) { picture.copy(block, part) }
      } else if let tile = try tiles.tile(
        source, level: choice.level, column: part.column, row: part.row, shrink: choice.shrink)
      {
        picture.copy(tile, part)
      }
    }
    return picture
  }

  private func encode(
    _ picture: inout Raster, as format: ImageFormat, isGray: Bool, _ profile: ColorProfile?,
    quality: Int, isExact: Bool
  ) throws(RenderError) -> [UInt8] {
    do {
      let saver: PictureEncoding.Saver
      switch format {
      case .jpeg:
        picture.flatten()
        return try PictureEncoding.encodeJPEG(
          picture.bytes, width: picture.width, height: picture.height, isGray: isGray,
          quality: quality
        ).told(profile, isGray: isGray)
      case .png: saver = .png
      case .webp where isExact && !picture.hasAlpha:
        return try PictureEncoding.encodeExactWebP(
          picture.bytes, width: picture.width, height: picture.height)
      case .webp: saver = .webp
      case .avif: saver = .avif
      case .gif: saver = .gif
      case .tiff: saver = .tiff
      }
      picture.unpremultiply()
      // Grey without alpha is written as such where the format knows it.
      let isPlain = isGray && !picture.hasAlpha && (format == .png || format == .tiff)
      return try PictureEncoding.encode(
        picture.bytes, width: picture.width, height: picture.height,
        channels: picture.hasAlpha ? 4 : isPlain ? 1 : 3, as: saver, quality: quality,
        profile: profile?.isGray == isPlain ? profile?.bytes : nil)
    } catch {
      throw .notEncoded("\(format.fileExtension): \(error)")
    }
  }
}

extension [UInt8] {
  /// A JPEG stream that says what its colours are, where the profile is for such pixels.
  func told(_ profile: ColorProfile?, isGray: Bool) -> [UInt8] {
    guard let profile, profile.isGray == isGray else { return self }
    return profile.added(toJPEG: self)
  }
}
