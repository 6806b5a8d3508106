import Foundation

/// A folder of small files that goes with its last user.
final class ImageFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/images-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Puts copies of a drawing there, with the folders round them.
  func put(_ names: String...) throws {
    for name in names {
      let url = URL(fileURLWithPath: path + "/" + name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: AnswerCase.images + "/nested/one.tif", toPath: url.path)
    }
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + name)
  }

  func rename(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: path + "/" + name, toPath: path + "/" + other)
  }

  /// Lets the folder look as if nobody had touched it for a while.
  func age() throws {
    let past = Date(timeIntervalSinceNow: -100)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
  }
}
