import ImageRequest
import Imaging
import PyramidFile
import TileGeometry

/// Pictures that are JPEG on both sides never become RGB: their planes are scaled and turned as they
/// are, which takes half the work and loses nothing to conversion.
extension Renderer {
  /// Makes the picture of a plan from planes.
  ///
  /// - Returns: nil where the plan or the stored tiles want pixels.
  func renderPlanes(
    _ plan: ImagePlan, _ choice: LevelChoice, of source: RenderSource, _ isCancelled: () -> Bool
  ) throws(RenderError) -> [UInt8]? {
    let level = source.pyramid.levels[choice.level]
    guard plan.format == .jpeg, plan.quality != .bitonal, choice.shrink == 1,
      choice.step ?? 1 == 1, let quarters = plan.rotation.quarterTurns,
      let kind = PlaneKind(level)
    else { return nil }
    let size = (width: Int(plan.size.width), height: Int(plan.size.height))
    // In pictures of a few pixels every colour counts.
    let isFine = quality >= 90 || size.width < 32 || size.height < 32
    let sampling: PlaneSampling = isFine || kind == .grey ? .full : .quartered
    let origin = (x: choice.needed.x & ~1, y: choice.needed.y & ~1)
    guard let part = try assemblePlanes(kind, choice, origin, of: source, isCancelled) else {
      return nil
    }
    let rect = SampledRect(
      x: choice.rect.x - Double(origin.x), y: choice.rect.y - Double(origin.y),
      width: choice.rect.width, height: choice.rect.height)
    guard
      var picture = part.resampled(
        rect, width: size.width, height: size.height, sampling: sampling, isCancelled: isCancelled)
    else { throw .cancelled }
    if plan.isMirrored || quarters != 0 {
      guard picture.canTurn else { return nil }
      if plan.isMirrored { picture = picture.mirrored() }
      picture = picture.turned(quarters: quarters)
    }
    if plan.quality == .gray { picture.chroma = [] }
    if plan.paddedSide > 0 {
      guard Int(plan.paddedSide) % 2 == 0 else { return nil }
      picture = picture.padded(to: Int(plan.paddedSide))
    }
    guard !isCancelled() else { throw .cancelled }
    do {
      return try PictureCoding.encodeJPEGPlanes(
        [picture.luma.bytes] + picture.chroma.map(\.bytes), width: picture.width,
        height: picture.height, sampling: picture.chroma.isEmpty ? nil : picture.sampling,
        quality: quality)
    } catch {
      throw .notEncoded("jpg: \(error)")
    }
  }

  /// The planes that a part of a level needs, from an origin on that lies on whole samples.
  private func assemblePlanes(
    _ kind: PlaneKind, _ choice: LevelChoice, _ origin: (x: Int64, y: Int64),
    of source: RenderSource, _ isCancelled: () -> Bool
  ) throws(RenderError) -> PlanarPicture? {
    let level = source.pyramid.levels[choice.level]
    let (wide, high) = (Int64(level.tileWidth), Int64(level.tileHeight))
    let end = (
      x: min(level.size.width, (choice.needed.maxX + 1) & ~1),
      y: min(level.size.height, (choice.needed.maxY + 1) & ~1)
    )
    var part = PlanarPicture(
      width: Int(end.x - origin.x), height: Int(end.y - origin.y), hasColour: kind != .grey,
      sampling: kind.sampling ?? .full)
    for row in (origin.y / high)...((end.y - 1) / high) {
      for column in (origin.x / wide)...((end.x - 1) / wide) {
        guard !isCancelled() else { throw .cancelled }
        switch try tiles.planes(
          kind, source, level: choice.level, column: Int32(clamping: column),
          row: Int32(clamping: row))
        {
        case .absent: continue
        case .otherwise: return nil
        case .planes(let tile):
          let left = max(origin.x, column * wide)
          let top = max(origin.y, row * high)
          let right = min(end.x, (column + 1) * wide)
          let bottom = min(end.y, (row + 1) * high)
          part.copy(
            tile, from: (Int(left - column * wide), Int(top - row * high)),
            to: (Int(left - origin.x), Int(top - origin.y)),
            size: (Int(right - left), Int(bottom - top)))
        }
      }
    }
    return part
  }
}

/// The planes that the tiles of a level hold, as its directory tells.
enum PlaneKind: Equatable {
  case grey
  case colour(PlaneSampling)

  /// nil for tiles that hold no planes, or not whole blocks of them.
  init?(_ level: StoredLevel) {
    let facts = level.facts
    guard facts.compression == .jpeg, level.tileWidth % 16 == 0, level.tileHeight % 16 == 0 else {
      return nil
    }
    if facts.photometric == .blackIsZero, facts.samplesPerPixel == 1 {
      self = .grey
      return
    }
    switch facts.subsampling {
    case .full: self = .colour(.full)
    case .halved: self = .colour(PlaneSampling(across: 2, down: 1))
    case .quartered: self = .colour(.quartered)
    case nil: return nil
    }
  }

  var sampling: PlaneSampling? {
    if case .colour(let sampling) = self { sampling } else { nil }
  }
}
