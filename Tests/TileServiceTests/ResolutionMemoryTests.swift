import Foundation
import ServiceBench
import Testing

@Suite struct ResolutionMemoryTests {
  private let folder: ImageFolder
  private let bench: ServiceBench

  init() throws {
    folder = try ImageFolder()
    bench = try ServiceBench(folder.path)
  }

  private static let notes = Array("GIF88a is no image".utf8)
  private static let picture = Array("GIF89a is an image".utf8)

  /// Writes into the file of that name, which stays the same one.
  private func write(_ bytes: [UInt8], at time: Date) throws {
    let path = folder.path + "/a.gif"
    if !FileManager.default.fileExists(atPath: path) {
      try Data().write(to: URL(fileURLWithPath: path))
    }
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: Data(bytes))
    try file.close()
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
  }

  private func status() -> Int? { bench.get("/images/a.gif")?.status }

  @Test func `a refusal is remembered for as long as the file seems the same`() throws {
    let before = Date(timeIntervalSince1970: 1_000_000)
    try write(Self.notes, at: before)
    #expect(status() == 415)
    // What only a look inside would tell.
    try write(Self.picture, at: before)
    #expect(status() == 415)
    try write(Self.picture, at: before + 1)
    #expect(status() == 404, "it is an image, and none is cut here")
    try write(Self.notes, at: before + 2)
    #expect(status() == 415)
  }

  @Test func `a file that was just written is looked at each time`() throws {
    let now = Date()
    try write(Self.notes, at: now)
    #expect(status() == 415)
    try write(Self.picture, at: now)
    #expect(status() == 404)
  }
}
