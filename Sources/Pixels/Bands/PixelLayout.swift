package import TileGeometry

/// How the pixels of a band lie in memory, 8 bits a sample.
package enum PixelLayout: Equatable, Hashable, Sendable {
  case gray
  /// Three planes, the latter two at full or at a quarter of the resolution.
  case yCbCr(ChromaSampling)
  /// One plane of four bytes a pixel, the fourth without meaning.
  case rgbx
  /// One plane of four bytes a pixel, colour not multiplied by alpha.
  case rgba

  /// Bytes a pixel and subsampling, plane by plane.
  package var planes: [(bytes: Int, shift: Int)] {
    switch self {
    case .gray: [(1, 0)]
    case .yCbCr(let chroma):
      [(1, 0), (1, chroma == .full ? 0 : 1), (1, chroma == .full ? 0 : 1)]
    case .rgbx, .rgba: [(4, 0)]
    }
  }

  /// Bytes that so many pixels take, whole tiles assumed.
  package func bytes(pixels: Int) -> Int {
    planes.reduce(0) { $0 + (pixels * $1.bytes) >> (2 * $1.shift) }
  }
}
