import Foundation
import Posix
import Storage
import Testing

/// A store of a test's own, gone with it.
final class StorePlace: Sendable {
  let store: PyramidStore

  init() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("pyramidion-\(UUID().uuidString)").path
    store = try PyramidStore(try #require(FilePath(path)), creating: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: store.folder.description) }
}
