import Foundation

/// A Swift source that holds files, as they are and compressed.
struct PackedSource {
  /// Of the array in `ViewerAsset`.
  let name: String
  let files: [PackedFile]

  func write(to output: URL) throws {
    var source = """
      extension ViewerAsset {
        /// Path, media type, bytes and compressed bytes in base 64.
        static let \(name): [(StaticString, StaticString, StaticString, StaticString)] = [

      """
    for file in files {
      source += """
            (
              "\(file.path)", "\(try file.mediaType())",
              "\(file.contents.base64EncodedString())",
              "\(try file.compressed().base64EncodedString())"
            ),

        """
    }
    source += "  ]\n}\n"
    try source.write(to: output, atomically: true, encoding: .utf8)
  }
}
