/// What a pyramid file says of itself, as JSON in the image description of its first directory.
package struct PyramidDescription: Equatable, Sendable {
  /// The source as it was when it was cut.
  package struct Source: Equatable, Sendable {
    /// The file's name without its folders, so that a pyramid tells nothing of the host.
    package var name: String
    /// The page of a document, from 1; nil where the file is one image.
    package var page: Int?
    /// In bytes.
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modified: Int64

    package init(name: String, page: Int? = nil, size: Int64, modified: Int64) {
      self.name = name
      self.page = page
      self.size = size
      self.modified = modified
    }

    /// The image as people call it: a document's page behind a semicolon.
    package var image: String { name + (page.map { ";\($0)" } ?? "") }
  }

  /// Width and height that a vector source asks for, in its own units.
  package struct NominalSize: Equatable, Sendable {
    package let width: Double
    package let height: Double

    /// - Returns: nil for sides that are not positive numbers.
    package init?(width: Double, height: Double) {
      guard width.isFinite, height.isFinite, width > 0, height > 0 else { return nil }
      self.width = width
      self.height = height
    }
  }

  /// Files of the first format had their checksums in fields of their own.
  package static let currentFormat = 2

  /// The number of this layout; a reader refuses those it does not know.
  package var format = Self.currentFormat
  /// The hash that names the pyramid; see the store.
  package var version: String
  package var source: Source
  package var recipe: PyramidRecipe
  package var nominalSize: NominalSize?

  package init(
    version: String, source: Source, recipe: PyramidRecipe, nominalSize: NominalSize? = nil
  ) {
    self.version = version
    self.source = source
    self.recipe = recipe
    self.nominalSize = nominalSize
  }
}
