package import Posix
package import PyramidFile
package import PyramidFormat

/// What an open file is to us: decided here once, for who serves, cuts, lists and examines it.
package enum SourceResolution: Sendable {
  /// A tiled pyramid already, to be served as it lies.
  case pyramid(Pyramid, ResolvedImage)
  /// A file of several images, each of them a page.
  case document(pages: Int, SourceFormat)
  /// An image whose pyramid has to be cut, or lies in the store.
  case toCut(ResolvedImage)
  case refused(SourceRefusal)
}

extension SourceResolution {
  /// Reads the beginning of a file, and of one with pages its directories.
  ///
  /// - Parameters:
  ///   - file: the open source.
  ///   - path: where it lies, without links, as versions want it.
  ///   - page: from 1; nil where nobody said which.
  ///   - rules: how sources are cut here.
  ///   - allowsUntrusted: whether formats are cut whose decoders aren't counted as fit for files
  ///     from strangers.
  ///   - count: asks a decoder for the pages of a document that nobody else can count; that takes
  ///     its time.
  /// - Throws: what kept the file from being read.
  package init(
    of file: LocalFile, at path: FilePath, page: Int?, by rules: CuttingRules,
    allowsUntrusted: Bool, counting count: (LocalFile) -> PageCount
  ) throws(FileError) {
    let contents = try SourceContents(of: file)
    let counted = rules.pageEngine(of: contents?.format) == nil ? nil : count(file)
    try self.init(of: file, contents, at: path, page, by: rules, allowsUntrusted, counted)
  }

  /// The same where a decoder has been asked already, or is not to be waited for: nil for a document
  /// whose pages it is to count first.
  ///
  /// - Parameters:
  ///   - file: the open source.
  ///   - path: where it lies, without links, as versions want it.
  ///   - page: from 1; nil where nobody said which.
  ///   - rules: how sources are cut here.
  ///   - allowsUntrusted: whether formats are cut whose decoders aren't counted as fit for files
  ///     from strangers.
  ///   - counted: what the decoder said; nil where it wasn't asked.
  /// - Throws: what kept the file from being read.
  package init?(
    of file: LocalFile, at path: FilePath, page: Int?, by rules: CuttingRules,
    allowsUntrusted: Bool, counted: PageCount?
  ) throws(FileError) {
    let contents = try SourceContents(of: file)
    if rules.pageEngine(of: contents?.format) != nil, counted == nil { return nil }
    try self.init(of: file, contents, at: path, page, by: rules, allowsUntrusted, counted)
  }

  private init(
    of file: LocalFile, _ contents: SourceContents?, at path: FilePath, _ page: Int?,
    by rules: CuttingRules, _ allowsUntrusted: Bool, _ counted: PageCount?
  ) throws(FileError) {
    let refusal = SourceRefusal(
      of: contents?.format, byteCount: file.byteCount, by: rules, allowsUntrusted: allowsUntrusted)
    guard let contents, refusal == nil else {
      self = .refused(refusal ?? .noImage)
      return
    }
    let pageCount: Int
    switch counted {
    case .pages(let count): pageCount = count
    // Whoever cuts it finds out what is wrong with it.
    case .unknown: pageCount = page ?? Self.firstPage
    case nil: pageCount = contents.pageCount
    }
    if let refusal = SourceRefusal(page: page, of: pageCount) {
      self = .refused(refusal)
    } else if pageCount > 1, page == nil {
      self = .document(pages: pageCount, contents.format)
    } else if let pyramid = try contents.pyramid(page: page ?? Self.firstPage) {
      // Another program's pyramid is named by what it is asked for as, for ever.
      let version = rules.version(
        of: SourceIdentity(of: file, at: path), page: page, format: contents.format)
      self = .pyramid(
        pyramid,
        ResolvedImage(
          version: version, page: page, pageCount: pageCount, isDrawing: false, engine: nil))
    } else {
      let page = pageCount > 1 ? page : nil
      let version = rules.version(
        of: SourceIdentity(of: file, at: path), page: page, format: contents.format)
      self = .toCut(
        ResolvedImage(
          version: version, page: page, pageCount: pageCount,
          isDrawing: contents.format == .svg, engine: rules.pageEngine(of: contents.format)))
    }
  }
}
