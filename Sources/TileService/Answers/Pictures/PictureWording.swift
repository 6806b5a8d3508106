import ImageRequest
import PictureWords
import TileGeometry

/// What a picture that is sent says of itself.
enum PictureWording {
  /// Nothing, ever: it is a tile, or as small as one.
  case none
  /// What is said of it now; nothing where nothing is.
  case carried(EmbeddedWords?)

  var words: EmbeddedWords? {
    switch self {
    case .none: nil
    case .carried(let words): words
    }
  }

  /// How long clients may keep a picture: what it says may change while its version stays.
  ///
  /// - Parameter freshness: how long they might keep the picture without words.
  /// - Returns: not longer; one that says something is asked for again each time.
  func limited(_ freshness: Freshness) -> Freshness {
    switch self {
    case .none: freshness
    case .carried(nil): freshness == .immutable ? .limited : freshness
    case .carried: .outdated
    }
  }
}

extension ImagePlan {
  /// Whether a picture carries words: one that is larger than a tile, in a format that has a place
  /// for them.
  func hasRoomForWords(in shape: ImageShape) -> Bool {
    let side = Int64(shape.ladder.tileSize.side)
    return (size.width > side || size.height > side) && format.container != nil
  }
}

extension ImageFormat {
  /// How files of a format are put together in which words are embedded.
  var container: PictureContainer? {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .webp: .webp
    case .avif, .gif, .tiff: nil
    }
  }
}
