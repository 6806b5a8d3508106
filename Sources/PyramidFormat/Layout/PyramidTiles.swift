package import TileGeometry

/// What the tiles of a pyramid that is written are, each a complete stream of its own.
package enum PyramidTiles: Equatable, Hashable, Sendable {
  case grayJPEG
  case colorJPEG(ChromaSampling)
  case webp(alpha: Bool)
  /// Without loss: zlib streams of rows of 8-bit samples, each sample as the difference to the one
  /// before it (TIFF's horizontal predictor).
  ///
  /// The only lossless tiles that every reader opens: OpenSlide, Pillow and QuPath refuse WebP.
  case deflate(channels: Int)

  /// Bounds of the channels of lossless tiles: grey, grey and alpha, RGB, RGBA.
  package static let channelBounds: ClosedRange<Int> = 1...4

  /// Samples a pixel.
  package var channels: Int {
    switch self {
    case .grayJPEG: 1
    case .colorJPEG: 3
    case .webp(let alpha): alpha ? 4 : 3
    case .deflate(let channels): channels
    }
  }

  package var hasAlpha: Bool { channels == 2 || channels == 4 }

  var compression: TIFFCompression {
    switch self {
    case .grayJPEG, .colorJPEG: .jpeg
    case .webp: .webp
    case .deflate: .deflate
    }
  }

  var photometric: TIFFPhotometric {
    switch self {
    case .colorJPEG: .ycbcr
    case .grayJPEG, .webp, .deflate: channels < 3 ? .blackIsZero : .rgb
    }
  }

  /// The same with another chroma, of tiles that have one.
  func sampled(_ chroma: ChromaSampling?) -> PyramidTiles {
    switch self {
    case .colorJPEG(let own): .colorJPEG(chroma ?? own)
    case .grayJPEG, .webp, .deflate: self
    }
  }
}
