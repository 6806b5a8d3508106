/// What a folder holds that has a manifest or a collection.
package struct ShelfItem: Equatable, Sendable {
  package enum Kind: Sendable {
    case folder
    /// A file of several pages.
    case document
    /// The images of the folder itself.
    case images
  }

  /// As many as a collection may have.
  package static let limit = 10_000

  package let kind: Kind
  package let path: [UInt8]
  package let title: String
  /// The path of the image that stands for it; nil where none is near.
  package let cover: [UInt8]?

  package init(_ kind: Kind, path: [UInt8], title: String, cover: [UInt8]?) {
    self.kind = kind
    self.path = path
    self.title = title
    self.cover = cover
  }
}
