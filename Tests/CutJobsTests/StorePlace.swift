import Foundation
import Posix
import Storage
import Testing

/// A store of a test's own, gone with it.
final class StorePlace: Sendable {
  let store: FolderStore
  let sources: FilePath

  init() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("pyramidion-\(UUID().uuidString)").path
    store = try FolderStore(try #require(FilePath(path)), creating: true)
    sources = try #require(FilePath(path + "-sources"))
    _ = try FileFolder.make(sources)
  }

  /// A file to cut, of a length.
  func source(_ name: String, bytes: Int = 1) throws -> FilePath {
    let path = sources.appending(try #require(FileName(name)))
    try Data(count: bytes).write(to: URL(filePath: "\(path)"))
    return path
  }

  deinit {
    for place in [store.folder, sources] {
      try? FileManager.default.removeItem(atPath: "\(place)")
    }
  }
}
