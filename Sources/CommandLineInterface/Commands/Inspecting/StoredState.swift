import Posix
import PyramidFile
import PyramidFormat
import Sources
import Storage

/// Whether a store holds the pyramid of a source as it is now; its keys are a promise.
struct StoredState: Encodable {
  enum State: String, Encodable {
    case current, missing, damaged
    /// The store can't be looked at.
    case unknown
  }

  let store: String
  /// `current` for a document: all its pages are.
  let state: State
  /// The pyramid's version and place, there or not; nil for a document, whose pages have their own.
  @NullWhenNone var version: String?
  @NullWhenNone var path: String?
  /// Of a document.
  @NullWhenNone var pages: Int?
  @NullWhenNone var currentPages: Int?
  private let problem: FileError?

  private enum CodingKeys: CodingKey {
    case store, state, version, path, pages, currentPages
  }

  /// - Parameters:
  ///   - image: The source.
  ///   - recipe: How a server would cut it.
  ///   - dotsPerInch: How finely a server would draw it.
  ///   - folder: The store's; it may not be there yet.
  init(
    of image: NamedImage, recipe: PyramidRecipe, dotsPerInch: Double, in folder: FilePath
  ) {
    do throws(FileError) {
      try self.init(reading: image, recipe: recipe, dotsPerInch: dotsPerInch, in: folder)
    } catch {
      self.init(unreadable: folder, error)
    }
  }

  private init(unreadable folder: FilePath, _ error: FileError) {
    store = folder.description
    state = .unknown
    version = nil
    path = nil
    pages = nil
    currentPages = nil
    problem = error
  }

  private init(
    reading image: NamedImage, recipe: PyramidRecipe, dotsPerInch: Double, in folder: FilePath
  ) throws(FileError) {
    let store = try Self.store(at: folder)
    self.store = store?.folder.description ?? folder.description
    problem = nil
    let rules = CuttingRules(recipe: recipe, dotsPerInch: dotsPerInch, allowsUntrusted: true)
    let resolution = try SourceResolution(
      of: image.file, at: image.canonicalPath, page: image.page, by: rules)
    func version(_ page: Int?) -> PyramidVersion {
      rules.version(
        of: image.canonicalPath, status: image.file.status, page: page, format: nil)
    }
    let named: PyramidVersion
    switch resolution {
    case .document(let count):
      let current = try (1...count).count { (page) throws(FileError) in
        try store?.contains(version(page)) == true
      }
      state = current == count ? .current : .missing
      self.version = nil
      path = nil
      pages = count
      currentPages = current
      return
    case .toCut(let found), .pyramid(_, let found): named = found.version
    // What is no image the report beside this one tells.
    case .refused: named = version(image.page)
    }
    pages = nil
    currentPages = nil
    self.version = named.text
    path = store?.path(of: named).description
    guard let store, try store.contains(named) else {
      state = .missing
      return
    }
    let problems = VerifiedPyramid(store.path(of: named), version: named, deep: false).problems
    state = problems.isEmpty ? .current : .damaged
  }

  /// - Returns: nil where there is none yet.
  private static func store(at folder: FilePath) throws(FileError) -> PyramidStore? {
    do throws(FileError) {
      return try PyramidStore(folder, creating: false)
    } catch {
      guard error.errno == .noSuchFile else { throw error }
      return nil
    }
  }

  var text: String {
    switch state {
    case .current where pages != nil: "all \(pages ?? 0) pages are cut, in the store \(store)"
    case .current: "cut already: \(path ?? store)"
    case .missing where pages != nil:
      "\(currentPages ?? 0) of \(pages ?? 0) pages are cut, in the store \(store)"
    case .missing: "not cut yet: the store \(store) has no version \(version ?? "")"
    case .unknown:
      "nobody can say whether it is cut already: \(problem.map { "\($0)" } ?? store)"
    case .damaged: "its pyramid is damaged, see verify: \(path ?? store)"
    }
  }
}
