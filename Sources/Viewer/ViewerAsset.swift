import FoundationEssentials

/// One file of the viewer.
package struct ViewerAsset: Sendable {
  package let path: String
  package let mediaType: StaticString
  package let identity: [UInt8]
  package let gzip: [UInt8]

  init(_ packed: (StaticString, StaticString, StaticString, StaticString)) {
    path = "\(packed.0)"
    mediaType = packed.1
    identity = Self.bytes(packed.2)
    gzip = Self.bytes(packed.3)
  }

  /// The packer wrote it: what it can't be is simply empty.
  private static func bytes(_ base64: StaticString) -> [UInt8] {
    Data(base64Encoded: "\(base64)").map { Array($0) } ?? []
  }
}
