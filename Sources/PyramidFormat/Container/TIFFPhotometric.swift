/// What samples mean; numbers without a name here survive.
package struct TIFFPhotometric: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let whiteIsZero = TIFFPhotometric(rawValue: 0)
  package static let blackIsZero = TIFFPhotometric(rawValue: 1)
  package static let rgb = TIFFPhotometric(rawValue: 2)
  package static let palette = TIFFPhotometric(rawValue: 3)
  package static let mask = TIFFPhotometric(rawValue: 4)
  package static let separated = TIFFPhotometric(rawValue: 5)
  package static let ycbcr = TIFFPhotometric(rawValue: 6)
  package static let cielab = TIFFPhotometric(rawValue: 8)
}

extension TIFFPhotometric: CustomStringConvertible {
  package var description: String {
    switch self {
    case .whiteIsZero: "grey, white is zero"
    case .blackIsZero: "grey"
    case .rgb: "RGB"
    case .palette: "palette"
    case .mask: "mask"
    case .separated: "CMYK"
    case .ycbcr: "YCbCr"
    case .cielab: "CIE L*a*b*"
    default: "photometric \(rawValue)"
    }
  }
}
