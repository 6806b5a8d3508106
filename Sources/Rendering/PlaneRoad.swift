import ImageRequest
import Pixels
import PyramidFormat
import TileGeometry

/// How a plan is made from planes; decided from the directory alone, before a tile is read.
struct PlaneRoad {
  let kind: PlaneKind
  let quarterTurns: Int
  /// The sampling of the picture's chroma; nil for luma alone.
  let sampling: ChromaSampling?

  /// nil where the plan or the stored tiles want pixels.
  init?(_ plan: ImagePlan, _ choice: LevelChoice, _ level: StoredLevel, quality: Int) {
    guard plan.format == .jpeg, plan.quality != .bitonal, choice.shrink == 1,
      choice.step ?? 1 == 1, let quarterTurns = plan.rotation.quarterTurns,
      let kind = PlaneKind(level)
    else { return nil }
    self.kind = kind
    self.quarterTurns = quarterTurns
    guard kind != .gray, plan.quality == .color else {
      sampling = nil
      return
    }
    let (width, height) = (plan.size.width, plan.size.height)
    // In pictures of a few pixels every colour counts.
    let isFine = quality >= 90 || width < 32 || height < 32
    // A sample that covers two pixels has to go on covering whole ones.
    let staysWhole = !plan.isMirrored && quarterTurns == 0 || width % 2 == 0 && height % 2 == 0
    sampling = isFine || !staysWhole || plan.paddedSide % 2 == 1 ? .full : .quartered
  }
}

/// The planes that the tiles of a level hold, as its directory tells.
enum PlaneKind: Equatable {
  case gray
  case color(ChromaSampling)

  /// nil for tiles that hold no planes, or not whole blocks of them.
  init?(_ level: StoredLevel) {
    let facts = level.facts
    guard facts.compression == .jpeg, level.tileWidth % 16 == 0, level.tileHeight % 16 == 0 else {
      return nil
    }
    if facts.photometric == .blackIsZero, facts.samplesPerPixel == 1 {
      self = .gray
      return
    }
    guard let sampling = facts.subsampling else { return nil }
    self = .color(sampling)
  }

  var sampling: ChromaSampling? {
    if case .color(let sampling) = self { sampling } else { nil }
  }
}
