import ByteText

/// The versions of the IIIF Image API that are spoken, with what differs between them.
package enum IIIFVersion: Hashable, Sendable {
  /// 2.1.
  case two
  /// 3.0.
  case three

  init?(segment: ArraySlice<UInt8>) {
    if segment.equals("3") {
      self = .three
    } else if segment.equals("2") {
      self = .two
    } else {
      return nil
    }
  }

  package var segment: StaticString {
    switch self {
    case .two: "2"
    case .three: "3"
    }
  }

  package var context: StaticString {
    switch self {
    case .two: "http://iiif.io/api/image/2/context.json"
    case .three: "http://iiif.io/api/image/3/context.json"
    }
  }

  /// The compliance level that is declared, as its own address.
  package var profile: StaticString {
    switch self {
    case .two: "http://iiif.io/api/image/2/level2.json"
    case .three: "http://iiif.io/api/image/3/level2.json"
    }
  }
}
