import Caching
import CutJobs
import DecoderChildren
import Posix
import PyramidFile
import PyramidFormat
import Sources
import Storage
import Synchronization

/// From names to open pyramids, for all loops: what is open is found under a lock, the rest is
/// opened by whoever asks first.
final class ImageIndex: Sendable {
  /// What an identifier means.
  enum Finding: Sendable {
    case image(OpenImage)
    /// There is a source and no pyramid yet.
    case uncut(CutOrder)
    case folder
    /// A file of several images, each of them a page.
    case document(pages: Int, path: [UInt8])
    case nothing(NotServed)
  }

  private let currentRoot: Mutex<SourceRoot>
  let store: PyramidStore
  private let rules: CuttingRules
  private let capacity: Int
  private let open: Mutex<ClockCache<BytesKey, OpenImage>>
  private let lastKey = Atomic<UInt64>(0)

  /// Opens the root and the store.
  ///
  /// - Parameters:
  ///   - root: The folder that images are served from.
  ///   - store: Where pyramids lie and are put.
  ///   - configuration: What administrators decided.
  ///   - capacity: How many images are kept open.
  /// - Throws: What keeps either folder from being used.
  init(
    root: FilePath, store: FilePath, _ configuration: ServiceConfiguration, capacity: Int
  ) throws(FileError) {
    currentRoot = Mutex(try SourceRoot(root))
    self.store = try PyramidStore(store, creating: true)
    rules = CuttingRules(
      recipe: configuration.recipe, dotsPerInch: configuration.dotsPerInch,
      allowsUntrusted: configuration.cutLimits.allowsUntrusted)
    self.capacity = max(4, capacity)
    open = Mutex(ClockCache(capacity: max(4, capacity)))
  }

  /// The folder of images as it lies now.
  var root: SourceRoot { currentRoot.withLock { $0 } }

  /// Goes over to the folder that lies where the one before was given, and lets go of all that was
  /// open in that one.
  ///
  /// - Throws: Why it can't be opened; all stays as it was then.
  func reopenRoot() throws(FileError) {
    let other = try SourceRoot(root.given)
    currentRoot.withLock { $0 = other }
    open.withLock { $0 = ClockCache(capacity: capacity) }
  }

  var openCount: Int { open.withLock { $0.count } }

  /// Some images that are open, for proving that pictures can be made.
  func someOpen(_ count: Int) -> [OpenImage] {
    open.withLock { Array($0.values.prefix(count)) }
  }

  /// An image that is open and still current; the only lock on the way of a request.
  func openImage(_ path: [UInt8]) -> OpenImage? {
    guard let known = open.withLock({ $0.value(of: BytesKey(path[...])) }) else { return nil }
    guard known.isCurrent else {
      forget(known)
      return nil
    }
    return known
  }

  func forget(_ image: OpenImage) {
    let key = BytesKey(image.path[...])
    open.withLock { open in
      guard open.value(of: key) === image else { return }
      open.remove(key)
    }
  }

  /// Finds what a path means, opening what is not open yet; reads files.
  func find(_ path: [UInt8]) -> Finding {
    if let known = openImage(path) { return .image(known) }
    guard let identifier = ImageIdentifier(path: path) else { return .nothing(.absent) }
    do throws(FileError) {
      let root = root
      return found(try root.open(identifier), path, identifier, in: root)
    } catch {
      if error.errno == .isFolder { return .folder }
      return .nothing(NotServed(error))
    }
  }

  /// What lies at a path.
  ///
  /// - Parameter path: Below the root.
  /// - Returns: nil for nothing that is served.
  /// - Throws: What keeps the file system from telling.
  func status(of path: [UInt8]) throws(NotServed) -> FileStatus? {
    guard let identifier = ImageIdentifier(path: path) else { return nil }
    do throws(FileError) {
      return try root.status(of: identifier)
    } catch {
      guard error.errno.isOfTheFile else { throw NotServed(sourceError: error) }
      return nil
    }
  }

  private func found(
    _ source: SourceRoot.Source, _ path: [UInt8], _ identifier: ImageIdentifier,
    in root: SourceRoot
  ) -> Finding {
    let resolution: SourceResolution
    do throws(FileError) {
      resolution = try SourceResolution(
        of: source.file, at: source.canonicalPath, page: source.page, by: rules)
    } catch {
      return .nothing(NotServed(sourceError: error))
    }
    switch resolution {
    case .refused(let refusal): return .nothing(NotServed(refusal))
    case .document(let pages): return .document(pages: pages, path: path)
    case .pyramid(let pyramid, let image):
      let place = place(source, path, identifier, image.page, in: root)
      return keep(place, pyramid, source.file, image, isStored: false)
    case .toCut(let image):
      let place = place(source, path, identifier, image.page, in: root)
      let order = CutOrder(
        version: image.version, source: place.canonicalPath, page: image.page, replaces: false)
      return openStored(place, image, order)
    }
  }

  private func openStored(
    _ place: SourcePlace, _ image: ResolvedImage, _ order: CutOrder
  ) -> Finding {
    let file: LocalFile
    do throws(FileError) {
      file = try LocalFile(store.path(of: image.version))
    } catch {
      return error.errno == .noSuchFile ? .uncut(order) : .nothing(NotServed(storeError: error))
    }
    do {
      let pyramid = try Pyramid(file)
      if pyramid.description?.version == image.version.text {
        return keep(place, pyramid, file, image, isStored: true)
      }
    } catch {
      if let failure = (error as? TIFFError)?.fileError {
        return .nothing(NotServed(storeError: failure))
      }
    }
    // A damaged pyramid is as good as none, and is written anew.
    return .uncut(order.replacing)
  }

  private func place(
    _ source: SourceRoot.Source, _ path: [UInt8], _ identifier: ImageIdentifier, _ page: Int?,
    in root: SourceRoot
  ) -> SourcePlace {
    let document = source.page == nil ? identifier : identifier.asPage?.document ?? identifier
    var watched = root.path
    for name in document.components { watched = watched.appending(name) }
    return SourcePlace(
      root: root, path: path, watched: watched, canonicalPath: source.canonicalPath,
      status: source.file.status, page: page)
  }

  /// Puts an image among the open ones; when two open the same, the first stays.
  private func keep(
    _ place: SourcePlace, _ pyramid: Pyramid, _ file: LocalFile, _ resolved: ResolvedImage,
    isStored: Bool
  ) -> Finding {
    let version = resolved.version
    let key = lastKey.add(1, ordering: .relaxed).newValue
    let image = OpenImage(
      place, pyramid: pyramid, file: file, version: version, key: key,
      pages: resolved.pageCount > 1 ? resolved.pageCount : nil, isStored: isStored)
    return .image(
      open.withLock { open in
        // What was found in a folder that is no longer served is answered once, and not kept.
        guard place.root === root else { return image }
        let name = BytesKey(image.path[...])
        if let known = open.value(of: name), known.version == version,
          known.sourceStatus == place.status
        {
          return known
        }
        open.insert(image, for: name)
        return image
      })
  }
}

extension ImageIndex {
  /// Some pyramids of the store, for proving that tiles can be decoded.
  func someStored(_ count: Int) -> [OpenImage] {
    let versions = (try? store.versions(atMost: count)) ?? []
    return versions.compactMap { version in
      guard let file = try? LocalFile(store.path(of: version)), let pyramid = try? Pyramid(file)
      else { return nil }
      let place = SourcePlace(
        root: root, path: [], watched: file.path, canonicalPath: file.path, status: file.status,
        page: nil)
      // Tiles are remembered by the key: with one for all, the first one's would stand for others.
      let key = lastKey.add(1, ordering: .relaxed).newValue
      return OpenImage(
        place, pyramid: pyramid, file: file, version: version, key: key, pages: nil,
        isStored: false)
    }
  }
}
