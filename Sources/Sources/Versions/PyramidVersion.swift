import Digests
package import Posix
package import PyramidFormat

/// The name of a pyramid: 16 letters and digits, a hash of what was cut and how.
///
/// The same file, unchanged, cut in the same way always has the same name; any change of its path,
/// size, time or inode, or of the recipe, gives another. The 80 bits are the first of a SHA-256,
/// in base 32 (a-z, 2-7).
package struct PyramidVersion: Hashable, Sendable {
  package static let length = 16

  private static let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
  package static let alphabet = Set(letters)

  package let text: String

  /// - Returns: nil for what no version is written as.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == Self.length, Self.alphabet.isSuperset(of: text.utf8) else {
      return nil
    }
    self.text = String(text)
  }

  /// The fineness that goes without saying, as it did before it could be chosen.
  ///
  /// It is part of what versions are and never changes, whatever the default becomes.
  private static let unsaidDotsPerInch = 150.0

  /// The name of what would be cut from a source now.
  ///
  /// The path is the canonical one, so that one file has one name however it was reached; a page
  /// counts from 1, and is nil where the file is one image; `dotsPerInch` is how finely a vector
  /// source is drawn, and `engine` by what where that goes not without saying; nil for all others.
  package init(
    path: FilePath, status: FileStatus, page: Int? = nil, dotsPerInch: Double? = nil,
    engine: PageEngine? = nil, recipe: PyramidRecipe
  ) {
    self.init(
      of: .file(path, status), page: page, dotsPerInch: dotsPerInch, engine: engine,
      recipe: recipe)
  }

  /// The name of what would be cut now from a source of any kind.
  package init(
    of source: SourceIdentity, page: Int? = nil, dotsPerInch: Double? = nil,
    engine: PageEngine? = nil, recipe: PyramidRecipe
  ) {
    let fineness =
      (dotsPerInch.map { $0 == Self.unsaidDotsPerInch ? "" : " drawn \($0)" } ?? "")
      + (engine.map { " by \($0.rawValue)" } ?? "")
    let kind: String
    let state: String
    let name: [UInt8]
    switch source {
    case .file(let path, let status):
      kind = ""
      state = "\(status.size) \(status.modified) \(status.inode)"
      name = Array(path.bytes)
    case .object(let object, let size, let tag):
      kind = " object"
      state = "\(size) \(String(decoding: tag, as: UTF8.self))"
      name = object
    }
    // The name comes last and the rest has no line feeds: no two sources write the same text.
    let facts = """
      pyramidion \(PyramidDescription.currentFormat)\(kind)
      \(state)
      \(page.map { String($0) } ?? "-")\(fineness)
      \(recipe.canonicalText)

      """
    let digest = SHA256.digest(of: Array(facts.utf8) + name)
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in digest.prefix(Self.length * 5 / 8) {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 5 {
        count -= 5
        text.append(Self.letters[Int(bits >> UInt32(count)) & 31])
      }
    }
    self.text = String(decoding: text, as: UTF8.self)
  }
}

extension PyramidVersion: CustomStringConvertible {
  package var description: String { text }
}
