import Books
import DecoderChildren
import Posix
import PyramidFile
import PyramidFormat
import Sources
import Storage
import TileService

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
  /// Of a document that a decoder describes, those whose description is kept.
  @NullWhenNone var describedPages: Int?
  /// Of a document, those of its pages that are kept in small.
  @NullWhenNone var thumbnails: Int?
  private let problem: String?

  private enum CodingKeys: CodingKey {
    case store, state, version, path, pages, currentPages, describedPages, thumbnails
  }

  /// Looks a pyramid up.
  ///
  /// - Parameters:
  ///   - version: what the source's pyramid is named.
  ///   - settings: where the store is; it may not be there yet.
  init(of version: PyramidVersion, _ settings: ServeSettings) {
    self.init(settings) { (store) throws(FileError) in
      try StoredState(reading: version, in: store, settings)
    }
  }

  /// Looks a document's pyramids up.
  ///
  /// - Parameters:
  ///   - pages: what they are named.
  ///   - settings: where the store is; it may not be there yet.
  init(ofPages pages: [PyramidVersion], _ settings: ServeSettings) {
    self.init(settings) { (store) throws(FileError) in
      try StoredState(reading: pages, in: store, settings)
    }
  }

  private init(
    _ settings: ServeSettings,
    _ look: ((any PyramidStore)?) throws(FileError) -> StoredState
  ) {
    do {
      let store = try settings.storeIfThere()
      defer { store?.stop() }
      self = try look(store)
    } catch {
      store = settings.storeTitle
      state = .unknown
      version = nil
      path = nil
      pages = nil
      currentPages = nil
      describedPages = nil
      thumbnails = nil
      problem = "\(error)"
    }
  }

  private init(
    reading version: PyramidVersion, in store: (any PyramidStore)?, _ settings: ServeSettings
  ) throws(FileError) {
    self.store = store?.title ?? settings.storeTitle
    self.version = version.text
    path = store?.path(of: version).description
    pages = nil
    currentPages = nil
    describedPages = nil
    thumbnails = nil
    problem = nil
    guard let store, try store.contains(version) else {
      state = .missing
      return
    }
    let found = VerifiedPyramid(
      store.path(of: version), version: version, deep: false,
      open: { (_) throws(FileError) in try store.open(version) })
    state = found.problems.isEmpty ? .current : .damaged
  }

  private init(
    reading versions: [PyramidVersion], in store: (any PyramidStore)?, _ settings: ServeSettings
  ) throws(FileError) {
    let current = try versions.count { (version) throws(FileError) in
      try store?.contains(version) == true
    }
    self.store = store?.title ?? settings.storeTitle
    state = current == versions.count ? .current : .missing
    version = nil
    path = nil
    pages = versions.count
    currentPages = current
    let request = SourceRequest(
      rules: settings.service.cutRules, limits: settings.service.cutLimits)
    describedPages = versions.first.flatMap {
      store?.documents?.contents(.book, of: $0)
    }
    .flatMap { DocumentFacts(kept: $0, for: request)?.sizes.count }
    thumbnails = try versions.first.flatMap { (version) throws(FileError) in
      try store?.documents?.sheets(of: version)
    }
    .flatMap { $0.isEmpty ? nil : $0.reduce(0) { $0 + $1.pictures.count } }
    problem = nil
  }

  var text: String {
    words + (describedPages.map { "; \($0) of them are described there" } ?? "")
      + (thumbnails.map { "; \($0) thumbnails are kept there" } ?? "")
  }

  private var words: String {
    switch state {
    case .current where pages != nil: "all \(pages ?? 0) pages are cut, in the store \(store)"
    case .current: "cut already: \(path ?? store)"
    case .missing where pages != nil:
      "\(currentPages ?? 0) of \(pages ?? 0) pages are cut, in the store \(store)"
    case .missing: "not cut yet: the store \(store) has no version \(version ?? "")"
    case .unknown:
      "nobody can say whether it is cut already: \(problem ?? store)"
    case .damaged: "its pyramid is damaged, see verify: \(path ?? store)"
    }
  }
}
