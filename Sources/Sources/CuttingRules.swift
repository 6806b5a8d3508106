package import Posix
package import PyramidFile
package import PyramidFormat

/// What is asked of every cut: what, beside the source itself, decides which pyramid is its own.
///
/// A new wish is a field here, or of the recipe where pyramids are to tell of it; who orders, names
/// and carries out cuts hands it on as it is.
package struct CuttingRules: Codable, Equatable, Sendable {
  package var recipe: PyramidRecipe
  /// How finely vector sources are drawn.
  package var dotsPerInch: Double
  /// What draws the pages of PDF files.
  package var pageEngine: PageEngine
  /// What reads DjVu files; nil where it is not here.
  package var djvu: DjVuPrograms?

  /// How finely vectors are drawn when nobody says otherwise.
  package static let standardDotsPerInch = 150.0

  /// What all sources are cut by when nobody says otherwise.
  package static let standardRecipe = {
    var recipe = PyramidRecipe.standard
    recipe.format = .auto
    return recipe
  }()

  package init(
    recipe: PyramidRecipe = standardRecipe, dotsPerInch: Double = standardDotsPerInch,
    pageEngine: PageEngine = .poppler
  ) {
    self.recipe = recipe
    self.dotsPerInch = dotsPerInch
    self.pageEngine = pageEngine
  }

  /// What reads files of a kind that have pages which only a child can count.
  ///
  /// - Parameter format: what the source's first bytes say.
  /// - Returns: nil for all others.
  package func pageEngine(of format: SourceFormat?) -> PageEngine? {
    switch format {
    case .cbz: .archive
    case .pdf: pageEngine == .pdfium ? .pdfium : nil
    case .djvu: djvu == nil ? nil : .djvu
    case .jpeg, .png, .tiff, .webp, .gif, .heif, .avif, .jpeg2000, .svg, nil: nil
    }
  }

  /// What a source of a kind is cut by: of pictures there is nothing to choose.
  ///
  /// - Parameter format: what the source's first bytes say.
  /// - Returns: a recipe whose format is `auto` for documents that are drawn alone.
  package func recipe(of format: SourceFormat?) -> PyramidRecipe {
    var recipe = recipe
    switch pageEngine(of: format) {
    case .pdfium, .djvu: break
    case .archive, .poppler, nil: if recipe.format == .auto { recipe.format = .jpeg }
    }
    return recipe
  }

  /// The same where nothing is left to be chosen of a source but what it shows.
  ///
  /// - Parameter format: what the source's first bytes say.
  /// - Returns: rules that its version is the same by.
  package func settled(for format: SourceFormat?) -> CuttingRules {
    var rules = self
    rules.recipe = recipe(of: format)
    return rules
  }

  /// The same text for the same way to cut, whichever host and release writes it.
  package var canonicalText: String {
    "\(recipe.canonicalText) dpi=\(dotsPerInch) pages=\(pageEngine.rawValue)"
  }

  /// The same for an image that not all hosts of these rules can cut.
  ///
  /// - Parameter engine: what reads its file, where that is no library that all have.
  /// - Returns: the text of those that can.
  package func canonicalText(by engine: PageEngine?) -> String {
    guard engine == .djvu else { return canonicalText }
    // Releases that chose nothing of these pages are left out: they would cut them in another way.
    return canonicalText + (recipe.format == .auto ? " djvu chosen" : " djvu")
  }

  /// The texts of all images that are cut here.
  package var canonicalTexts: [String] {
    [canonicalText] + (djvu == nil ? [] : [canonicalText(by: .djvu)])
  }

  /// Whether a file is a document that only a decoder can describe.
  ///
  /// - Parameter file: an open file of any kind.
  /// - Returns: false for all that our own readers know.
  /// - Throws: what kept it from being read.
  package func isDescribed(_ file: LocalFile) throws(FileError) -> Bool {
    pageEngine(of: try SourceFormat(of: file)) != nil
  }

  /// Whether files of a kind are decoded.
  ///
  /// - Parameters:
  ///   - format: what a source's first bytes say.
  ///   - allowsUntrusted: whether those are that are decoded on request.
  /// - Returns: false where a refusal says why.
  package func admits(_ format: SourceFormat, allowsUntrusted: Bool) -> Bool {
    pageEngine(of: format) != nil || format.isAdmitted(allowsUntrusted: allowsUntrusted)
  }

  /// The name of what would be cut from a source by these rules.
  ///
  /// - Parameters:
  ///   - path: without links.
  ///   - status: what the file system says of the source.
  ///   - page: from 1; nil where the file is one image.
  ///   - format: what the source's first bytes say.
  /// - Returns: the same name for the same source, unchanged.
  package func version(
    of path: FilePath, status: FileStatus, page: Int?, format: SourceFormat?
  ) -> PyramidVersion {
    version(of: .file(path, status), page: page, format: format)
  }

  /// The same of a source of any kind.
  ///
  /// - Parameters:
  ///   - source: what it is.
  ///   - page: from 1; nil where it is one image.
  ///   - format: what its first bytes say.
  /// - Returns: the same name for the same source, unchanged.
  package func version(
    of source: SourceIdentity, page: Int?, format: SourceFormat?
  ) -> PyramidVersion {
    var recipe = recipe(of: format)
    let engine = pageEngine(of: format)
    // Nothing but JPEG has data that could be taken over: others keep the names that they had.
    if format != .jpeg, engine == nil || engine == .djvu { recipe.base = .encoded }
    return PyramidVersion(
      of: source, page: page,
      dotsPerInch: format?.isVector == true ? dotsPerInch : nil, engine: engine, recipe: recipe)
  }
}
