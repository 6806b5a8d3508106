/// How much of the colour planes a JPEG tile keeps.
package enum ChromaSubsampling: String, CaseIterable, Equatable, Hashable, Sendable {
  /// One colour sample for each pixel.
  case none = "4:4:4"
  /// One colour sample for two by two pixels.
  case half = "4:2:0"

  var shift: Int { self == .half ? 1 : 0 }
}

/// How the pixels of a band lie in memory, 8 bits a sample.
package enum PixelLayout: Equatable, Hashable, Sendable {
  case gray
  /// Three planes, the latter two subsampled.
  case yCbCr(ChromaSubsampling)
  /// One plane of four bytes a pixel, the fourth without meaning.
  case rgbx
  /// One plane of four bytes a pixel, colour not multiplied by alpha.
  case rgba

  /// Bytes a pixel and subsampling, plane by plane.
  var planes: [(bytes: Int, shift: Int)] {
    switch self {
    case .gray: [(1, 0)]
    case .yCbCr(let chroma): [(1, 0), (1, chroma.shift), (1, chroma.shift)]
    case .rgbx, .rgba: [(4, 0)]
    }
  }

  /// Bytes that so many pixels take, whole tiles assumed.
  package func bytes(pixels: Int) -> Int {
    planes.reduce(0) { $0 + (pixels * $1.bytes) >> (2 * $1.shift) }
  }
}
