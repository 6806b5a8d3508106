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
    for name in names { try put(copyOf: "nested/one.tif", as: name) }
  }

  /// Puts a copy of one of the answers' drawings there, with the folders round it.
  func put(copyOf drawing: String, as name: String) throws {
    let whole = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: String(whole.prefix(upTo: whole.lastIndex(of: "/") ?? whole.endIndex)),
      withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: AnswerCase.images + "/" + drawing, toPath: whole)
  }

  /// Puts a text there.
  func write(_ text: String, as name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
  }

  /// Makes every JPEG tile of a pyramid undecodable; its index stays whole.
  func spoilTiles(of name: String) throws {
    let url = URL(fileURLWithPath: path + "/" + name)
    var bytes = [UInt8](try Data(contentsOf: url))
    for start in bytes.ranges(of: [0xFF, 0xD8, 0xFF]).map(\.upperBound) {
      for place in start..<min(start + 300, bytes.count) { bytes[place] = 0 }
    }
    try Data(bytes).write(to: url)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + name)
  }

  func rename(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: path + "/" + name, toPath: path + "/" + other)
  }

  /// Lets the folder look as if nobody had touched it for a while.
  func age() throws { try age("", by: 100) }

  /// Lets a file or folder look as if nobody had touched it for so many seconds; those that are aged
  /// by the same number have the same age, whenever that was done.
  func age(_ name: String, by seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: born.addingTimeInterval(-seconds)], ofItemAtPath: path + "/" + name)
  }

  private let born = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))

  /// Makes a file longer.
  func append(_ count: Int, to name: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path + "/" + name))
    try file.seekToEnd()
    try file.write(contentsOf: Data(count: count))
    try file.close()
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path + "/" + name, withIntermediateDirectories: true)
  }

  /// Gives a file one more name.
  func link(_ name: String, to other: String) throws {
    try FileManager.default.linkItem(atPath: path + "/" + other, toPath: path + "/" + name)
  }
}
