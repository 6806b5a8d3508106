import ImageRequest
import Pixels
import PyramidFormat
import TileGeometry

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
