import ImageRequest
import Pixels
import PyramidFormat
import TileGeometry

/// How a plan is made from planes; decided from the directory alone, before a tile is read.
struct PlanarRendering {
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
