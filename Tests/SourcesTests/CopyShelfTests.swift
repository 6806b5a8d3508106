import Fetching
import Posix
import S3Wire
import Testing

@testable import Sources

@Suite struct CopyShelfTests {
  private static let hasLibcurl = (try? mount(CopyShelf(nil, budget: 0, capacity: 4)).stop()) != nil

  /// Nobody answers there, and nobody is asked.
  private static func mount(_ shelf: CopyShelf) throws -> FarMount {
    try FarMount(
      [], at: EngineAddress(parsing: "http://127.0.0.1:1/"), CredentialChain([:]), FarRules(),
      shelf,
      report: { _ in })
  }

  /// All of an object has come, of so many bytes.
  private func keep(_ bytes: Int64, in mount: FarMount) throws {
    let file = CopyFile(try FileDescriptor.inMemory(name: "copy"))
    _ = try mount.keep(
      Array("a.jpg".utf8), Array("key".utf8), size: bytes, AnswerHead(), file, beginning: bytes)
  }

  @Test(.enabled(if: hasLibcurl, "libcurl is not installed"))
  func `what finds no room takes none and gives none back, and that is told once`() throws {
    let budget: Int64 = 1 << 20
    let shelf = try CopyShelf(nil, budget: budget, capacity: 4)
    let mount = try Self.mount(shelf)
    defer { mount.stop() }
    let told = Monitor(0)
    shelf.setFull { told.change { $0 += 1 } }
    #expect(shelf.makesRoom(for: budget, besides: nil))
    for _ in 0..<3 {
      #expect(throws: FileError.self) { try keep(budget / 2, in: mount) }
    }
    #expect(shelf.counts.bytes == budget && shelf.counts.refused == 3)
    #expect(told.read { $0 } == 1)
    shelf.giveBack(budget)
    try keep(budget / 2, in: mount)
    #expect(shelf.counts.bytes == budget / 2 && shelf.counts.refused == 3)
    // There has been some: it is news again.
    #expect(!shelf.makesRoom(for: 2 * budget, besides: nil))
    #expect(told.read { $0 } == 2)
  }
}
