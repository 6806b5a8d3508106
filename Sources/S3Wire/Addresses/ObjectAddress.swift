import ByteText

/// One image that lies in a bucket or on the web: `s3://bucket/folder/name.tif?region=eu-1`.
package struct ObjectAddress: Hashable, Sendable {
  /// Of the folder it lies in, with the options.
  package let folder: EngineAddress
  /// What follows the last slash, as its bytes.
  package let name: [UInt8]

  /// - Parameter text: all of it.
  /// - Throws: what is wrong with it.
  package init(parsing text: String) throws(AddressProblem) {
    let bytes = Array(text.utf8)
    let (main, _) = try AddressParts.of(bytes)
    // Two slashes come before the first part of any address.
    let slashes = main.indices.filter { main[$0] == ASCII.slash }
    guard slashes.count > 2, let last = slashes.last, last + 1 < main.endIndex else {
      throw AddressProblem(bytes, "it names a folder, and an image is wanted")
    }
    var name: [UInt8] = []
    guard name.append(percentDecoding: main[(last + 1)...]) else {
      throw AddressProblem(bytes, "a percent sign in it is written %25")
    }
    let folder = bytes[...last] + bytes[main.endIndex...]
    self.folder = try EngineAddress(parsing: String(decoding: folder, as: UTF8.self))
    self.name = name
  }

  /// A name that is the same however it is reached; nil where no engine has such a key.
  package var canonicalName: [UInt8]? {
    switch folder {
    case .bucket(let bucket): bucket.key(name).map { bucket.canonicalName(of: $0) }
    case .web(let web): web.canonicalName(of: name)
    }
  }
}

extension ObjectAddress: CustomStringConvertible {
  /// Without its options.
  package var description: String { "\(folder)\(String(decoding: name, as: UTF8.self))" }
}
