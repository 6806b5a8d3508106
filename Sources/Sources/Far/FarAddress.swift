package import S3Wire

/// An address that a person gave, of an image or a folder: which of them, asking tells.
package struct FarAddress: Hashable, Sendable {
  /// What is asked.
  let folder: EngineAddress
  /// Below it; empty for all of it.
  let name: [UInt8]

  /// - Parameter text: all of it.
  /// - Throws: what is wrong with it.
  package init(parsing text: String) throws(AddressProblem) {
    let main = text.prefix { $0 != "?" }
    guard !main.hasSuffix("/"), let object = try? ObjectAddress(parsing: text) else {
      folder = try EngineAddress(parsing: text)
      name = []
      return
    }
    folder = object.folder
    name = object.name
  }
}
