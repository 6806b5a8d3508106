/// What the compression field says; numbers without a name here survive.
package struct TIFFCompression: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let none = TIFFCompression(rawValue: 1)
  package static let lzw = TIFFCompression(rawValue: 5)
  package static let oldJPEG = TIFFCompression(rawValue: 6)
  package static let jpeg = TIFFCompression(rawValue: 7)
  package static let deflate = TIFFCompression(rawValue: 8)
  package static let oldDeflate = TIFFCompression(rawValue: 32946)
  package static let packBits = TIFFCompression(rawValue: 32773)
  package static let jpeg2000YCbCr = TIFFCompression(rawValue: 33003)
  package static let jpeg2000RGB = TIFFCompression(rawValue: 33005)
  package static let jpeg2000 = TIFFCompression(rawValue: 34712)
  package static let lerc = TIFFCompression(rawValue: 34887)
  package static let lzma = TIFFCompression(rawValue: 34925)
  package static let zstd = TIFFCompression(rawValue: 50000)
  package static let webp = TIFFCompression(rawValue: 50001)
  package static let jpegXL = TIFFCompression(rawValue: 50002)

  package var isJPEG2000: Bool {
    [.jpeg2000YCbCr, .jpeg2000RGB, .jpeg2000].contains(self)
  }
}

extension TIFFCompression: CustomStringConvertible {
  package var description: String {
    switch self {
    case .none: "raw"
    case .lzw: "LZW"
    case .oldJPEG: "old-style JPEG"
    case .jpeg: "JPEG"
    case .deflate, .oldDeflate: "Deflate"
    case .packBits: "PackBits"
    case .jpeg2000YCbCr, .jpeg2000RGB, .jpeg2000: "JPEG 2000"
    case .lerc: "LERC"
    case .lzma: "LZMA"
    case .zstd: "Zstandard"
    case .webp: "WebP"
    case .jpegXL: "JPEG XL"
    default: "compression \(rawValue)"
    }
  }
}
