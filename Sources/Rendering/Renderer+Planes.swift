import Encoding
import ImageRequest
import Pixels
import PyramidFormat
import TileGeometry

/// Pictures that are JPEG on both sides never become RGB: their planes are scaled and turned as they
/// are, which takes half the work and loses nothing to conversion.
extension Renderer {
  /// Makes the picture of a plan from planes.
  ///
  /// - Returns: nil where the plan or the stored tiles want pixels; but for tiles that hold something
  ///   else than their directory says, that is known before any is read.
  func renderPlanes(
    _ plan: ImagePlan, _ choice: LevelChoice, of source: RenderSource, _ isCancelled: () -> Bool
  ) throws(RenderError) -> [UInt8]? {
    let level = source.pyramid.levels[choice.level]
    let quality = quality(of: choice, in: source.pyramid)
    guard choice.drawn == nil, let planar = PlanarRendering(plan, choice, level, quality: quality)
    else { return nil }
    let origin = (x: choice.needed.x & ~1, y: choice.needed.y & ~1)
    guard let part = try assemblePlanes(planar, choice, origin, of: source, isCancelled) else {
      return nil
    }
    let rect = SampledRect(
      x: choice.rect.x - Double(origin.x), y: choice.rect.y - Double(origin.y),
      width: choice.rect.width, height: choice.rect.height)
    guard
      var picture = part.resampled(
        rect, width: Int(plan.size.width), height: Int(plan.size.height),
        sampling: planar.sampling ?? .full, isCancelled: isCancelled)
    else { throw .cancelled }
    if plan.isMirrored { picture = picture.mirrored() }
    if planar.quarterTurns != 0 { picture = picture.turned(quarters: planar.quarterTurns) }
    if plan.paddedSide > 0 { picture = picture.padded(to: Int(plan.paddedSide)) }
    guard !isCancelled() else { throw .cancelled }
    do {
      return try PictureEncoding.encodeJPEGPlanes(
        [picture.luma.bytes] + picture.chroma.map(\.bytes), width: picture.width,
        height: picture.height, sampling: picture.chroma.isEmpty ? nil : picture.sampling,
        quality: quality
      ).told(source.pyramid.profile, isGray: picture.chroma.isEmpty)
    } catch {
      throw .notEncoded("jpg: \(error)")
    }
  }

  /// The planes that a part of a level needs, from an origin on that lies on whole samples.
  private func assemblePlanes(
    _ planar: PlanarRendering, _ choice: LevelChoice, _ origin: (x: Int64, y: Int64),
    of source: RenderSource, _ isCancelled: () -> Bool
  ) throws(RenderError) -> PlanarPicture? {
    let level = source.pyramid.levels[choice.level]
    let end = (
      x: min(level.size.width, (choice.needed.maxX + 1) & ~1),
      y: min(level.size.height, (choice.needed.maxY + 1) & ~1)
    )
    let rect = PixelRect(
      x: origin.x, y: origin.y, width: end.x - origin.x, height: end.y - origin.y)
    var picture = PlanarPicture(
      width: Int(rect.width), height: Int(rect.height), hasColor: planar.sampling != nil,
      sampling: planar.kind.sampling ?? .full)
    let tile = PixelSize(width: Int64(level.tileWidth), height: Int64(level.tileHeight))
    for part in rect.parts(ofTiles: tile) {
      guard !isCancelled() else { throw .cancelled }
      switch try tiles.planes(
        planar.kind, source, level: choice.level, column: part.column, row: part.row)
      {
      case .absent: continue
      case .otherwise: return nil
      case .planes(let tile): picture.copy(tile, part)
      }
    }
    return picture
  }
}
