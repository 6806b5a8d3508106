import Foundation
import Posix
import PyramidFile
import PyramidFormat
import Sources
import Testing
import TileGeometry

@testable import Storage

@Suite struct PyramidStoreTests {
  private let folder: FilePath
  private let place: TemporaryFolder

  init() throws {
    place = TemporaryFolder()
    folder = try #require(place.path)
  }

  private let version = PyramidVersion("abcdefghijklmnop")

  private func publish(_ store: FolderStore, _ version: PyramidVersion, named: String? = nil)
    throws -> FilePath?
  {
    guard case .writing(let publication) = try store.begin(version) else { return nil }
    try write(publication.temporaryPath, version: named ?? version.text)
    return try publication.publish()
  }

  private func write(_ path: FilePath, version: String) throws {
    let recipe = try #require(PyramidRecipe())
    let size = try #require(ImageSize(width: 300, height: 200))
    let layout = try PyramidLayout(
      ladder: Ladder(imageSize: size, tileSize: .standard), tiles: .grayJPEG,
      description: PyramidDescription(
        version: version, source: PyramidDescription.Source(name: "a", size: 1, modified: 1),
        recipe: recipe))
    let writer = try PyramidWriter(path, layout: layout)
    let tile: [UInt8] = [1, 2, 3]
    for column: Int32 in 0...1 {
      try unsafe writer.append(
        tile.span.bytes, at: TileAddress(reduction: .full, column: column, row: 0))
    }
    try unsafe writer.append(
      tile.span.bytes, at: TileAddress(reduction: Reduction(clamping: 1), column: 0, row: 0))
    _ = try writer.finish()
  }

  private func names(_ shelf: String) throws -> [String] {
    let name = try #require(FileName(shelf))
    return try FileFolder.names(in: folder.appending(name)).map(\.description).sorted()
  }

  @Test func `a pyramid lies under its version's first two letters`() throws {
    let version = try #require(version)
    let store = try FolderStore(folder, creating: true)
    #expect(try store.versions() == [])
    #expect(try publish(store, version)?.description.hasSuffix("/ab/abcdefghijklmnop.tif") == true)
    #expect(try store.versions() == [version])
    #expect(try names("ab") == ["abcdefghijklmnop.tif"])
    #expect(try publish(store, version) == nil)
    #expect(try store.remove(version))
    #expect(try !store.remove(version))
    #expect(try !store.contains(version))
  }

  @Test func `the first pyramids of a store are those that come first in order`() throws {
    let store = try FolderStore(folder, creating: true)
    let all = ["zzbcdefghijklmnop", "abbcdefghijklmnop", "abacdefghijklmnop", "mnbcdefghijklmnop"]
      .compactMap { PyramidVersion($0.dropLast()) }
    for version in all { _ = try publish(store, version) }
    let ordered = try store.versions()
    #expect(ordered.map(\.text) == all.map(\.text).sorted() && ordered.count == 4)
    #expect(try store.versions(atMost: 3) == Array(ordered.prefix(3)))
    #expect(try store.versions(atMost: 9) == ordered)
  }

  @Test func `a store that is not there is an error unless it is to be made`() throws {
    #expect(throws: FileError.self) { try FolderStore(folder, creating: false) }
  }

  @Test func `what is let go of leaves nothing`() throws {
    let version = try #require(version)
    let store = try FolderStore(folder, creating: true)
    do {
      guard case .writing(let publication) = try store.begin(version) else {
        Issue.record("nothing was there")
        return
      }
      #expect(try names("ab").count == 2)
      _ = publication
    }
    #expect(try names("ab") == [])
  }

  @Test func `an unfinished pyramid is not published`() throws {
    let version = try #require(version)
    let store = try FolderStore(folder, creating: true)
    do {
      guard case .writing(let publication) = try store.begin(version) else { return }
      #expect(throws: PublicationError<PyramidProblem>.self) { try publication.publish() }
    }
    #expect(try names("ab") == [])
  }

  @Test func `what can't be stored is told apart from what is not taken`() throws {
    let version = try #require(version)
    let store = try FolderStore(folder, creating: true)
    guard case .writing(let publication) = try store.begin(version) else { return }
    struct Refusal: Error {}
    let untaken = #expect(throws: PublicationError<Refusal>.self) {
      try publication.publish { (_) throws(Refusal) in throw Refusal() }
    }
    guard case .refused = untaken else {
      Issue.record("\(String(describing: untaken))")
      return
    }
    #expect(try store.contains(version) == false)
    let unstored = #expect(throws: PublicationError<Never>.self) {
      try publication.publish { (_) throws(Never) in
        try? FileManager.default.removeItem(atPath: folder.description)
      }
    }
    guard case .unstored(let error) = unstored else {
      Issue.record("\(String(describing: unstored))")
      return
    }
    #expect(error.errno == .noSuchFile)
  }

  @Test func `eight writers of one pyramid write it once`() async throws {
    let version = try #require(version)
    let store = try FolderStore(folder, creating: true)
    let written = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { try self.publish(store, version) != nil }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(written == 1)
    #expect(try names("ab") == ["abcdefghijklmnop.tif"])
  }

  @Test func `leftovers of the dead are swept and those of the living stay`() throws {
    let version = try #require(version)
    let other = try #require(PyramidVersion("abqqqqqqqqqqqqqq"))
    let store = try FolderStore(folder, creating: true)
    guard case .writing(let living) = try store.begin(version) else { return }
    let shelf = store.shelf(of: other)
    for name in [".abqqqqqqqqqqqqqq.77-x.partial", ".abqqqqqqqqqqqqqq.lock", "notes.txt"] {
      let name = try #require(FileName(name))
      _ = try FileDescriptor.open(shelf.appending(name), [.writing, .creating])
    }
    #expect(try store.leftovers(removing: false).count == 2)
    #expect(try names("ab").count == 5)
    #expect(try store.leftovers(removing: true).count == 2)
    #expect(try names("ab").contains("notes.txt"))
    #expect(try names("ab").count == 3)
    try write(living.temporaryPath, version: version.text)
    _ = try living.publish()
    #expect(try names("ab") == ["abcdefghijklmnop.tif", "notes.txt"])
  }

  @Test func `a store that takes files is left as it was, and one that is gone is told of`() throws
  {
    let store = try FolderStore(folder, creating: true)
    try store.checkTakesFiles()
    try store.checkIsThere()
    #expect(try FileFolder.names(in: folder) == [])
    try FileManager.default.removeItem(atPath: folder.description)
    #expect(throws: FileError.self) { try store.checkTakesFiles() }
    #expect(throws: FileError.self) { try store.checkIsThere() }
    _ = try FileFolder.make(folder)
    try store.checkTakesFiles()
  }

  @Test func `repair removes what is damaged and nothing else`() throws {
    let store = try FolderStore(folder, creating: true)
    let good = try #require(version)
    let misnamed = try #require(PyramidVersion("zzzzzzzzzzzzzzzz"))
    let broken = try #require(PyramidVersion("yyyyyyyyyyyyyyyy"))
    _ = try publish(store, good)
    _ = try publish(store, misnamed, named: good.text)
    let path = try #require(try publish(store, broken))
    let file = try FileDescriptor.open(path, [.writing])
    let zeros = [UInt8](repeating: 0, count: 2)
    try unsafe file.write(zeros.span.bytes, at: try file.status().size - 2)
    func verify(_ version: PyramidVersion, deep: Bool, repairing: Bool) throws -> VerifiedPyramid {
      try #require(try store.verify(version, deep: deep, repairing: repairing))
    }
    #expect(try verify(good, deep: true, repairing: true).problems == [])
    #expect(try verify(misnamed, deep: false, repairing: false).problems.map(\.kind) == [.name])
    #expect(try verify(broken, deep: false, repairing: false).problems == [])
    #expect(try verify(broken, deep: true, repairing: false).problems.map(\.kind) == [.tile])
    #expect(try verify(broken, deep: true, repairing: true).isRemoved)
    #expect(try verify(misnamed, deep: true, repairing: true).isRemoved)
    #expect(try store.versions() == [good])
  }

  @Test(arguments: [PyramidProblem.Kind.unreadable, .undecodable])
  func `what nobody could decode for now is not removed`(kind: PyramidProblem.Kind) throws {
    let store = try FolderStore(folder, creating: true)
    let version = try #require(version)
    _ = try publish(store, version)
    let result = try store.verify(version, deep: true, repairing: true) {
      (_, _) throws(PyramidProblem) in
      throw PyramidProblem(kind, "it takes too long to decode")
    }
    #expect(Set(try #require(result).problems.map(\.kind)) == [kind])
    #expect(try store.contains(version) == (kind == .unreadable))
  }
}
