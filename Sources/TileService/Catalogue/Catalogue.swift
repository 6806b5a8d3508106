import ByteText
import HTTPWire
import Posix
import Sources
import Storage
import Synchronization

/// What the folders hold, found without opening a file, and kept until a folder changes; and what is
/// told of what they hold, for which files are opened.
final class Catalogue: Sendable {
  typealias Item = FolderItem

  private final class Shelf: Sendable {
    let status: FileStatus
    /// Folders first, each kind in natural order.
    let items: [Item]
    /// Whether later changes can be told by the folder's time.
    let isSettled: Bool

    init(_ status: FileStatus, _ items: [Item]) {
      self.status = status
      self.items = items
      isSettled = status.isAtRest
    }
  }

  /// Folders that are remembered, and the names that they may have together.
  private static let shelvesKept = 64
  private static let namesKept = 400_000
  /// Names that a search looks at.
  private static let searchLimit = 500_000
  /// The same of what lies elsewhere: each thousand of them is a request.
  private static let farSearchLimit = 50_000
  private static let deepestFolder = 32

  let sizes: PictureSizes
  let covers: FolderCovers
  private let index: ImageIndex
  private let shelves = Mutex(Shelves())

  private struct Shelves {
    private var known: [[UInt8]: Shelf] = [:]
    private var names = 0

    subscript(folder: [UInt8]) -> Shelf? { known[folder] }

    mutating func keep(_ shelf: Shelf, of folder: [UInt8]) {
      if let before = known.removeValue(forKey: folder) { names -= before.items.count }
      if known.count >= shelvesKept || names + shelf.items.count > namesKept {
        known.removeAll()
        names = 0
      }
      known[folder] = shelf
      names += shelf.items.count
    }
  }

  /// Looks into what lies elsewhere: nobody who lists a folder waits long for that.
  let looks = WorkLane(name: "looks", limit: 256)
  static let lookers = 4

  init(_ index: ImageIndex) {
    self.index = index
    sizes = PictureSizes(index, looks)
    covers = FolderCovers(index, looks)
  }

  /// The folders and images of a folder; the root's path is empty.
  func items(of folder: [UInt8]) throws(NotServed) -> [Item] { try shelf(folder).items }

  /// A part of a folder of a bucket that is too large to be sorted.
  ///
  /// - Parameters:
  ///   - folder: the root's path is empty.
  ///   - last: behind which key it begins; nil for the first part.
  ///   - limit: how many names at most.
  /// - Returns: nil for other folders.
  /// - Throws: what keeps it from being read.
  func part(
    of folder: [UInt8], behind last: [UInt8]?, limit: Int
  ) throws(NotServed) -> FarPage? {
    let identifier = ImageIdentifier(path: folder)
    guard folder.isEmpty || identifier != nil else { return nil }
    do throws(FileError) {
      return try index.root.part(of: identifier, behind: last, limit: limit)
    } catch {
      throw refusal(error, of: folder)
    }
  }

  /// What of a folder is told in an order: its images and folders, or those anywhere below it whose
  /// names hold a text.
  ///
  /// - Parameters:
  ///   - text: in whatever case, with or without its marks; all of the folder itself, and nothing
  ///     below, where it is empty.
  ///   - folder: the root's path is empty.
  ///   - order: by which they come.
  /// - Returns: paths below that folder.
  /// - Throws: what keeps the files from being looked at.
  func found(
    _ text: [UInt8], in folder: [UInt8], _ order: ListingOrder
  ) throws(NotServed) -> [Found] {
    var found =
      text.isEmpty
      ? try items(of: folder).map { Found(isFolder: $0.isFolder, path: $0.name.bytes) }
      : try search(text, in: folder)
    if order.looksAtFiles {
      var ranked: [Found] = []
      for one in found {
        // What has gone since the folder was read is left out.
        guard let status = try index.status(of: folder.joined(one.path)) else { continue }
        ranked.append(one.ranked(order.key, status))
      }
      found = ranked
    }
    return found.sorted { order.precedes($0, $1) }
  }

  private func search(_ text: [UInt8], in folder: [UInt8]) throws(NotServed) -> [Found] {
    let wanted = SearchedWords(text)
    var found: [Found] = []
    var seen = 0
    // Links may lead round in circles: a folder is searched once, by whichever name it comes first.
    var visited: Set<FileIdentity> = []
    var waiting: [(path: [UInt8], depth: Int)] = [([], 0)]
    while let (path, depth) = waiting.popLast(), seen < Self.searchLimit {
      if let all = try everything(below: folder.joined(path)) {
        seen += all.count
        found += Self.found(wanted, among: all).map {
          Found(isFolder: $0.isFolder, path: path.joined($0.path))
        }
        continue
      }
      guard let shelf = try shelfIfThere(of: folder.joined(path)),
        visited.insert(shelf.status.identity).inserted
      else { continue }
      for item in shelf.items {
        seen += 1
        let below = path.joined(item.name.bytes)
        if item.isFolder, depth < Self.deepestFolder { waiting.append((below, depth + 1)) }
        if wanted.areIn(item.name.bytes) {
          found.append(Found(isFolder: item.isFolder, path: below))
        }
      }
    }
    return found
  }

  /// All files below a folder that lies elsewhere; nil for others.
  ///
  /// One that can't be had keeps nothing from being found in the others.
  private func everything(below folder: [UInt8]) throws(NotServed) -> [[UInt8]]? {
    do throws(FileError) {
      return try index.root.everything(below: folder, limit: Self.farSearchLimit)
    } catch {
      let refusal = refusal(error, of: folder)
      guard folder.isEmpty else { return [] }
      throw refusal
    }
  }

  /// Images, and folders on the way to them, whose names hold what is looked for.
  private static func found(_ wanted: SearchedWords, among paths: [[UInt8]]) -> [Found] {
    var found: [Found] = []
    var seen: Set<[UInt8]> = []
    for path in paths {
      var parts = path.split(separator: ASCII.slash).map { Array($0) }
      guard let name = parts.popLast() else { continue }
      if SourceFormat.isImageName(name), wanted.areIn(name) {
        found.append(Found(isFolder: false, path: path))
      }
      var folder: [UInt8] = []
      for part in parts {
        folder = folder.joined(part)
        if seen.insert(folder).inserted, wanted.areIn(part) {
          found.append(Found(isFolder: true, path: folder))
        }
      }
    }
    return found
  }

  /// - Returns: nil for a folder that has gone meanwhile, or may not be read, which is noted.
  private func shelfIfThere(of folder: [UInt8]) throws(NotServed) -> Shelf? {
    do throws(FileError) {
      return try look(at: folder)
    } catch {
      let refusal = refusal(error, of: folder)
      guard error.errno.isOfTheFile || error.errno == .notPermitted else { throw refusal }
      return nil
    }
  }

  /// As many names as are looked at for a first image; the rest of a large tree is left alone.
  private static let firstImageLimit = 2000

  /// The path of the first image in the root, or in the folders nearest below it.
  func firstImage() -> [UInt8]? {
    var seen = 0
    var waiting: ArraySlice<[UInt8]> = [[]]
    while let folder = waiting.popFirst(), seen < Self.firstImageLimit {
      // It is only a word at the start: what can't be listed now is told to who asks for it.
      guard let items = try? items(of: folder) else { continue }
      seen += items.count
      if let image = items.first(where: { !$0.isFolder }) { return folder.joined(image.name.bytes) }
      waiting += items.map { folder.joined($0.name.bytes) }
    }
    return nil
  }

  /// Something found, by its path below the folder that was searched.
  struct Found: Sendable {
    let isFolder: Bool
    let path: [UInt8]
    /// What it is sorted by, where that is not its name: nanoseconds since 1970, or bytes.
    var rank: Int64 = 0

    static func hasEarlierName(_ left: Found, _ right: Found) -> Bool {
      NaturalOrder.precedes(left.path, right.path)
    }
  }

  private func shelf(_ folder: [UInt8]) throws(NotServed) -> Shelf {
    do throws(FileError) {
      return try look(at: folder)
    } catch {
      throw refusal(error, of: folder)
    }
  }

  /// What is told of a folder that can't be listed; trouble of the machine is noted.
  private func refusal(_ error: FileError, of folder: [UInt8]) -> NotServed {
    guard !error.errno.isOfTheFile else { return .noFolder }
    let refusal = NotServed(fault: error.errno, "the folder can't be read: \(error.words)")
    index.faults.note(Fault(reading: error.errno), image: folder, refusal.detail)
    return refusal
  }

  private func look(at folder: [UInt8]) throws(FileError) -> Shelf {
    let identifier = ImageIdentifier(path: folder)
    guard folder.isEmpty || identifier != nil else {
      throw FileError("list", String(decoding: folder, as: UTF8.self), .noSuchFile)
    }
    let status = try index.root.status(of: identifier)
    if let known = shelves.withLock({ $0[folder] }), known.isSettled, known.status == status {
      return known
    }
    let items = try index.root.items(of: identifier)
    let shelf = Shelf(status, items)
    shelves.withLock { $0.keep(shelf, of: folder) }
    return shelf
  }
}

extension Catalogue.Found {
  /// The same, ranked by what the file system says of it; a folder has no size.
  fileprivate func ranked(_ key: ListingOrder.Key, _ status: FileStatus) -> Catalogue.Found {
    var ranked = self
    ranked.rank =
      switch key {
      case .name: 0
      case .date: status.modified
      case .size: isFolder ? 0 : status.size
      }
    return ranked
  }
}

extension NotServed {
  static let noFolder = NotServed(.notFound, "there is no such folder")
}
