import Posix

/// Folders that have been read, kept for a while.
struct FarFolders {
  private static let most = 64
  private static let mostNames = 200_000

  private var known: [[UInt8]: FarFolder] = [:]
  private var count = 0

  subscript(path: [UInt8]) -> FarFolder? { known[path] }

  mutating func keep(_ folder: FarFolder, of path: [UInt8]) {
    if let before = known.removeValue(forKey: path) { count -= before.count }
    if known.count >= Self.most || count + folder.count > Self.mostNames {
      known.removeAll()
      count = 0
    }
    known[path] = folder
    count += folder.count
  }
}
