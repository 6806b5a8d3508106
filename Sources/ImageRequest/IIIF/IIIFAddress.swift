import ByteText
import HTTPWire

extension [UInt8] {
  /// Appends an address of the IIIF Image API, whoever knows its four segments; without allocation
  /// where there is room.
  ///
  /// - Parameters:
  ///   - version: of the API that is spoken.
  ///   - name: the image's.
  ///   - region: writes the first segment; the others likewise.
  ///   - size: how large the picture is.
  ///   - rotation: how it is turned.
  ///   - file: `{quality}.{format}`.
  mutating func append(
    iiif version: IIIFVersion, of name: ImageName, region: (inout [UInt8]) -> Void,
    size: (inout [UInt8]) -> Void, rotation: (inout [UInt8]) -> Void,
    file: (inout [UInt8]) -> Void
  ) {
    let slash = UInt8(ascii: "/")
    append("/iiif/")
    append(version.segment)
    append(slash)
    append(contentsOf: name.encoded)
    append(slash)
    region(&self)
    append(slash)
    size(&self)
    append(slash)
    rotation(&self)
    append(slash)
    file(&self)
  }
}
