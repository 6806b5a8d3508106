import Foundation
import Posix
import Synchronization
import Testing

@testable import Storage

@Suite struct StoreLockTests {
  /// The lock's file, in a folder that goes with the test.
  private final class Place: Sendable {
    let path: FilePath

    init() throws {
      let folder = FileManager.default.temporaryDirectory.path + "/lock-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      path = try #require(FilePath(folder + "/.lock"))
    }

    deinit {
      try? FileManager.default.removeItem(
        atPath: String(path.description.dropLast("/.lock".count)))
    }

    var exists: Bool { FileManager.default.fileExists(atPath: path.description) }
  }

  private let place: Place

  init() throws { place = try Place() }

  @Test func `one at a time has it, and its file goes with the last`() throws {
    let lock = try #require(try StoreLock.ifFree(place.path))
    #expect(try StoreLock.ifFree(place.path) == nil && place.exists)
    lock.release()
    #expect(!place.exists)
    // Released once is released: what another has by now stays.
    let other = try #require(try StoreLock.ifFree(place.path))
    lock.release()
    #expect(try StoreLock.ifFree(place.path) == nil && place.exists)
    other.release(keepingFile: true)
    #expect(place.exists)
    #expect(try StoreLock.ifFree(place.path) != nil)
  }

  @Test func `who lets go of it without a word releases it`() throws {
    do { _ = try StoreLock.ifFree(place.path) }
    #expect(!place.exists)
    #expect(try StoreLock.ifFree(place.path) != nil)
  }

  @Test func `a lock whose name was taken away does not hold up who comes after`() throws {
    let lock = try #require(try StoreLock.ifFree(place.path))
    try FileFolder.remove(place.path)
    let next = try #require(try StoreLock.ifFree(place.path))
    // The file of that name is another's by now.
    lock.release(keepingFile: true)
    #expect(try StoreLock.ifFree(place.path) == nil)
    next.release()
  }

  @Test func `who waits gets it after its holder`() throws {
    let holder = try #require(try StoreLock.ifFree(place.path))
    let order = Monitor<[String]>([])
    let threads = ThreadGroup()
    let path = place.path
    try threads.start("waiter", count: 1) { _ in
      let lock = try? StoreLock.waiting(
        path,
        unless: {
          order.change { if $0.isEmpty { $0.append("waits") } }
          return false
        })
      order.change { $0.append(lock == nil ? "nothing" : "has it") }
    }
    order.wait { $0 == ["waits"] ? () : nil }
    order.change { $0.append("released") }
    holder.release()
    threads.join()
    #expect(order.read { $0 } == ["waits", "released", "has it"])
  }

  @Test func `who does not want it any more stops waiting`() throws {
    let holder = try #require(try StoreLock.ifFree(place.path))
    let asked = Atomic<Int>(0)
    let error = #expect(throws: FileError.self) {
      try StoreLock.waiting(
        place.path, unless: { asked.add(1, ordering: .relaxed).newValue == 3 })
    }
    #expect(error?.errno == .interrupted && asked.load(ordering: .relaxed) == 3)
    holder.release()
  }

  @Test func `where no file can be, that is said`() throws {
    let nowhere = try #require(FilePath(place.path.description + "/none/lock"))
    let error = #expect(throws: FileError.self) { try StoreLock.ifFree(nowhere) }
    #expect(error?.errno == .noSuchFile)
  }
}
