import Imaging
import Posix
import Storage

/// What folders hold, found without opening a file.
///
/// A listing is kept for as long as its folder does not change; what changes inside of it are its
/// files' sizes, which are looked at a page at a time.
final class Catalogue: Sendable {
  /// Pages of an album.
  static let albumLimit = 10_000

  struct Listing: Sendable {
    fileprivate let status: FileStatus
    let folders: [FileName]
    let images: [FileName]
  }

  private struct State {
    var listings: [ImageIdentifier?: Listing] = [:]
  }

  private let root: SourceRoot
  private let state = Monitor(State())

  /// Listings that are kept; one of a hundred thousand files takes some 10 MB.
  private static let kept = 16

  init(root: SourceRoot) { self.root = root }

  /// The identifiers of a folder's images, in natural order.
  func images(of folder: ImageIdentifier?) throws(FileError) -> [[UInt8]] {
    try listing(of: folder).images.map { Self.path(folder, $0) }
  }

  /// The folders and images of a folder; nil stands for the root.
  func listing(of folder: ImageIdentifier?) throws(FileError) -> Listing {
    let status = try root.status(of: folder)
    if let known = state.read({ $0.listings[folder] }), known.status == status { return known }
    var folders: [FileName] = []
    var images: [FileName] = []
    for entry in try root.entries(of: folder) {
      if entry.isFolder {
        folders.append(entry.name)
      } else if SourceFormat.isImageName(entry.name.bytes) {
        images.append(entry.name)
      }
    }
    let listing = Listing(
      status: status, folders: NaturalOrder.sorted(folders), images: NaturalOrder.sorted(images))
    state.change { state in
      if state.listings.count >= Self.kept { state.listings.removeAll() }
      state.listings[folder] = listing
    }
    return listing
  }

  /// The path below the root of something in a folder.
  static func path(_ folder: ImageIdentifier?, _ name: FileName) -> [UInt8] {
    (folder.map { $0.bytes + [UInt8(ascii: "/")] } ?? []) + name.bytes
  }
}

/// The order in which people count: `page 2` before `page 10`, large and small letters together.
enum NaturalOrder {
  static func sorted(_ names: [FileName]) -> [FileName] {
    names.map { (key: key(Array($0.bytes)), name: $0) }
      .sorted { $0.key == $1.key ? $0.name < $1.name : $0.key.lexicographicallyPrecedes($1.key) }
      .map(\.name)
  }

  /// Bytes that compare as the names should: before every number stands how many digits it has.
  private static func key(_ bytes: [UInt8]) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(bytes.count + 4)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard isDigit(byte) else {
        let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        key.append(isUpper ? byte | 0x20 : byte)
        index += 1
        continue
      }
      var end = index
      while end < bytes.count, isDigit(bytes[end]) { end += 1 }
      let digits = bytes[index..<end].drop { $0 == UInt8(ascii: "0") }
      key.append(UInt8(ascii: "0"))
      key.append(UInt8(truncatingIfNeeded: min(255, digits.count)))
      key += digits
      index = end
    }
    return key
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
