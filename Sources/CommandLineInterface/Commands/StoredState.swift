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
    let format = try? Adoption.format(of: image.canonicalPath)
    let count = Self.pageCount(of: image, format)
    func version(_ page: Int?) -> PyramidVersion {
      PyramidVersion(
        of: image.canonicalPath, status: image.file.status, page: page, format: format,
        dotsPerInch: dotsPerInch, recipe: recipe)
    }
    guard count == 1 || image.page != nil else {
      let current = (1...count).count { store?.contains(version($0)) == true }
      state = current == count ? .current : .missing
      self.version = nil
      path = nil
      pages = count
      currentPages = current
      return
    }
    let named = version(count > 1 ? image.page : nil)
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

  /// Pages as the server counts them.
  private static func pageCount(of image: NamedImage, _ format: SourceFormat?) -> Int {
    guard format?.hasPages == true else { return 1 }
    return (try? TIFFPictures(of: image.file).pageCount) ?? 1
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
