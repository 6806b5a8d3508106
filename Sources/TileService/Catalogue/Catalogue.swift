import ByteText
import HTTPWire
import Posix
import Sources
import Storage
import Synchronization

/// What the folders hold, found without opening a file, and kept until a folder changes.
final class Catalogue: Sendable {
  /// One name of a folder.
  struct Item: Sendable {
    let isFolder: Bool
    let name: FileName
  }

  private final class Shelf: Sendable {
    let status: FileStatus
    /// Folders first, each kind in natural order.
    let items: [Item]
    /// Whether later changes can be told by the folder's time.
    let isSettled: Bool

    init(_ status: FileStatus, _ items: [Item]) {
      self.status = status
      self.items = items
      // A change within the same tick of the file system's clock leaves its time as it is.
      isSettled = Clock.wallSeconds - status.modified / 1_000_000_000 > 2
    }
  }

  /// Folders that are remembered, and the names that they may have together.
  private static let shelvesKept = 64
  private static let namesKept = 400_000
  /// Names that a search looks at.
  private static let searchLimit = 500_000
  private static let deepestFolder = 32

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

  init(_ index: ImageIndex) { self.index = index }

  /// The folders and images of a folder; the root's path is empty.
  func items(of folder: [UInt8]) throws(NotServed) -> [Item] { try shelf(folder).items }

  /// The images and folders below a folder whose names hold a text, letter case aside; paths are
  /// below that folder.
  func search(_ text: [UInt8], in folder: [UInt8]) throws(NotServed) -> [Found] {
    var found: [Found] = []
    var seen = 0
    var waiting: [(path: [UInt8], depth: Int)] = [([], 0)]
    while let (path, depth) = waiting.popLast(), seen < Self.searchLimit {
      guard let items = try itemsIfThere(of: folder.joined(path)) else { continue }
      for item in items {
        seen += 1
        let below = path.joined(item.name.bytes)
        if item.isFolder, depth < Self.deepestFolder { waiting.append((below, depth + 1)) }
        if item.name.bytes.span.containsIgnoringCase(text.span) {
          found.append(Found(isFolder: item.isFolder, path: below))
        }
      }
    }
    return found.sorted { Found.precedes($0, $1) }
  }

  /// - Returns: nil for a folder that has gone meanwhile, or may not be read.
  private func itemsIfThere(of folder: [UInt8]) throws(NotServed) -> [Item]? {
    do throws(NotServed) {
      return try items(of: folder)
    } catch {
      guard error.status == .notFound else { throw error }
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

  /// The entries of a listing: all of a folder's, or what a search has found.
  ///
  /// A page of a large folder takes no look at the rest of it.
  enum Entries: Sendable {
    case folder([Item])
    case search([Found])

    var count: Int {
      switch self {
      case .folder(let items): items.count
      case .search(let found): found.count
      }
    }

    subscript(place: Int) -> Found {
      switch self {
      case .folder(let items):
        Found(isFolder: items[place].isFolder, path: items[place].name.bytes)
      case .search(let found): found[place]
      }
    }

    /// The place behind an entry, whether or not it is still there.
    func place(behind last: Found) -> Int {
      var start = 0
      var end = count
      while start < end {
        let middle = (start + end) / 2
        if Found.precedes(last, self[middle]) { end = middle } else { start = middle + 1 }
      }
      return start
    }
  }

  /// Something found, by its path below the folder that was searched.
  struct Found: Sendable {
    let isFolder: Bool
    let path: [UInt8]

    static func precedes(_ left: Found, _ right: Found) -> Bool {
      if left.isFolder != right.isFolder { return left.isFolder }
      return NaturalOrder.precedes(left.path, right.path)
    }
  }

  private func shelf(_ folder: [UInt8]) throws(NotServed) -> Shelf {
    let identifier = ImageIdentifier(path: folder)
    guard folder.isEmpty || identifier != nil else { throw .noFolder }
    do throws(FileError) {
      let status = try index.root.status(of: identifier)
      if let known = shelves.withLock({ $0[folder] }), known.isSettled, known.status == status {
        return known
      }
      let names = try index.root.names(of: identifier)
      var items: [Item] = []
      for name in names {
        if name.isFolder {
          items.append(Item(isFolder: true, name: name.name))
        } else if SourceFormat.isImageName(name.name.bytes) {
          items.append(Item(isFolder: false, name: name.name))
        }
      }
      items.sort {
        if $0.isFolder != $1.isFolder { return $0.isFolder }
        return NaturalOrder.precedes($0.name.bytes, $1.name.bytes)
      }
      let shelf = Shelf(status, items)
      shelves.withLock { $0.keep(shelf, of: folder) }
      return shelf
    } catch {
      guard !error.errno.isOfTheFile else { throw .noFolder }
      let refusal = NotServed(fault: error.errno, "the folder can't be read: \(error.errno)")
      index.faults.note(Fault(reading: error.errno), image: folder, refusal.detail)
      throw refusal
    }
  }
}

extension NotServed {
  static let noFolder = NotServed(.notFound, "there is no such folder")
}

extension [UInt8] {
  /// A path with one more part below it.
  func joined(_ below: [UInt8]) -> [UInt8] {
    if isEmpty { return below }
    return below.isEmpty ? self : self + [UInt8(ascii: "/")] + below
  }
}
