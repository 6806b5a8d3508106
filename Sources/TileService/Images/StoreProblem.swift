package import Posix

/// Why a service can't begin with a store.
package enum StoreProblem: Error {
  case unusable(FileError)
  /// It lies where images are served from, and would be served itself.
  case amongImages(FilePath)
}

extension StoreProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unusable(let error): "the store can't be used: \(error)"
    case .amongImages(let store):
      "the store \(store) lies among the images, and would be served with them; say another place"
        + " with --store"
    }
  }
}

extension StoreProblem {
  /// Makes sure that a store, there already or not, lies elsewhere than the images or out of sight.
  ///
  /// - Parameters:
  ///   - store: as it was given.
  ///   - root: the folder of images, without links.
  /// - Throws: that it doesn't.
  static func check(_ store: FilePath, liesOutside root: FilePath) throws(StoreProblem) {
    guard let place = place(of: store), place.bytes.starts(with: root.bytes) else { return }
    let below = place.bytes.dropFirst(root.bytes.count)
    let isBelow = below.isEmpty || below.first == slash || root.bytes.last == slash
    let isHidden = below.split(separator: slash).contains { $0.first == UInt8(ascii: ".") }
    if isBelow, !isHidden { throw .amongImages(store) }
  }

  private static let slash = UInt8(ascii: "/")

  /// Where a folder lies without links, as far as it is there; what keeps it from being found is told
  /// by who goes on to make or open it.
  private static func place(of folder: FilePath) -> FilePath? {
    if let there = try? FileFolder.canonical(folder) { return there }
    guard folder.parent != folder, let name = FileName(bytes: folder.lastComponent) else {
      return nil
    }
    return place(of: folder.parent)?.appending(name)
  }
}
