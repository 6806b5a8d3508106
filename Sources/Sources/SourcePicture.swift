package import Posix
package import PyramidFile
package import PyramidFormat

/// What an open file is to who wants one picture of it: a document alone is its first page.
package enum SourcePicture: Sendable {
  /// A tiled pyramid already, to be served as it lies.
  case pyramid(Pyramid, ResolvedImage)
  /// An image whose pyramid has to be cut, or lies in the store.
  case toCut(ResolvedImage)
  case refused(SourceRefusal)
}

extension SourceResolution {
  /// The page that a document is, where it has to be one picture; from 1.
  package static let firstPage = 1

  /// What a file is as one picture.
  ///
  /// - Parameters:
  ///   - file: the open source that this was found out of.
  ///   - path: where it lies, without links.
  ///   - rules: how sources are cut here.
  ///   - allowsUntrusted: whether formats are cut whose decoders aren't counted as fit for files
  ///     from strangers.
  /// - Returns: the first page of a document, and all else as it is.
  /// - Throws: what kept the file from being read.
  package func picture(
    of file: LocalFile, at path: FilePath, by rules: CuttingRules, allowsUntrusted: Bool
  ) throws(FileError) -> SourcePicture {
    switch self {
    case .pyramid(let pyramid, let image): return .pyramid(pyramid, image)
    case .toCut(let image): return .toCut(image)
    case .refused(let refusal): return .refused(refusal)
    case .document(let pages, _):
      // A file of which a page is asked for is no document.
      let first = try SourceResolution(
        of: file, at: path, page: Self.firstPage, by: rules, allowsUntrusted: allowsUntrusted,
        counting: { _ in .pages(pages) })
      return try first.picture(of: file, at: path, by: rules, allowsUntrusted: allowsUntrusted)
    }
  }
}
