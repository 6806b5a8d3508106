import Posix
import PyramidFile
import PyramidFormat
import Sources
import Storage

/// Whether a store holds the pyramid of a source as it is now; its keys are a promise.
struct StoredState: Encodable {
  enum State: String, Encodable { case current, missing, damaged }

  let store: String
  /// `current` for a document: all its pages are.
  let state: State
  /// The pyramid's version and place, there or not; nil for a document, whose pages have their own.
  @NullWhenNone var version: String?
  @NullWhenNone var path: String?
  /// Of a document.
  @NullWhenNone var pages: Int?
  @NullWhenNone var currentPages: Int?

  init(
    of image: NamedImage, recipe: PyramidRecipe, dotsPerInch: Double, in folder: FilePath
  ) {
    let store = try? PyramidStore(folder, creating: false)
    self.store = store?.folder.description ?? folder.description
    let rules = CuttingRules(recipe: recipe, dotsPerInch: dotsPerInch, allowsUntrusted: true)
    // What can't be read, and what is no image, the report beside this one tells.
    let resolution = try? SourceResolution(
      of: image.file, at: image.canonicalPath, page: image.page, by: rules)
    func version(_ page: Int?) -> PyramidVersion {
      rules.version(
        of: image.canonicalPath, status: image.file.status, page: page, format: nil)
    }
    let named: PyramidVersion
    switch resolution {
    case .document(let count):
      let current = (1...count).count { store?.contains(version($0)) == true }
      state = current == count ? .current : .missing
      self.version = nil
      path = nil
      pages = count
      currentPages = current
      return
    case .toCut(let found), .pyramid(_, let found): named = found.version
    case .refused, nil: named = version(image.page)
    }
    pages = nil
    currentPages = nil
    self.version = named.text
    path = store?.path(of: named).description
    guard let store, store.contains(named) else {
      state = .missing
      return
    }
    let problems = VerifiedPyramid(store.path(of: named), version: named, deep: false).problems
    state = problems.isEmpty ? .current : .damaged
  }

  var text: String {
    switch state {
    case .current where pages != nil: "all \(pages ?? 0) pages are cut, in the store \(store)"
    case .current: "cut already: \(path ?? store)"
    case .missing where pages != nil:
      "\(currentPages ?? 0) of \(pages ?? 0) pages are cut, in the store \(store)"
    case .missing: "not cut yet: the store \(store) has no version \(version ?? "")"
    case .damaged: "its pyramid is damaged, see verify: \(path ?? store)"
    }
  }
}
