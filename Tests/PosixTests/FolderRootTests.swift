import Glibc
import Posix
import Testing

@Suite struct FolderRootTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try FileFolder.make(try folder("root"))
    _ = try FileFolder.make(try folder("root/inner"))
    try folder.write("inside", to: "root/inner/file")
    try folder.write("outside", to: "file")
    try folder.link("root/in", to: "inner/file")
    try folder.link("root/out", to: "../file")
    try folder.makePipe("root/pipe")
    try folder.link("root/to-pipe", to: "pipe")
  }

  private func root() throws -> FolderRoot { try FolderRoot(try folder("root")) }

  @Test(arguments: ["inner/file", "in"])
  func `files are opened with their status`(name: String) throws {
    var found = try root().open(try #require(FilePath(name)))
    #expect(found.status.kind == .regular && found.status.size == 6)
    guard let file = found.file.take() else {
      Issue.record("no file")
      return
    }
    var bytes = [UInt8](repeating: 0, count: 8)
    var span = bytes.mutableSpan
    var raw = unsafe span.mutableBytes
    #expect(try file.read(at: 0, into: &raw) == 6)
    #expect(String(decoding: bytes.prefix(6), as: UTF8.self) == "inside")
  }

  @Test func `folders are told and not opened as files`() throws {
    let found = try root().open(try #require(FilePath("inner")))
    #expect(found.status.kind == .folder)
    let isOpen = found.file != nil
    #expect(!isOpen)
    let listed = try root().openFolder(try #require(FilePath("inner")))
    let names = try FileFolder.names(in: listed, called: try folder("root/inner"))
    #expect(names.map { String(decoding: $0.bytes, as: UTF8.self) } == ["file"])
  }

  @Test(arguments: ["pipe", "to-pipe"])
  func `a pipe's writer is not let in`(name: String) throws {
    let root = try root()
    let path = try #require(FilePath(name))
    let stop = Monitor(false)
    // A writer that tries to get in all the while: it does only beside a reader.
    let pipe = try folder("root/pipe")
    let wasLetIn = Monitor(false)
    let writer = try Thread(name: "writer") {
      while !stop.read({ $0 }) {
        if (try? FileDescriptor.open(pipe, [.writing, .withoutWaiting])) != nil {
          wasLetIn.change { $0 = true }
        }
      }
    }
    for _ in 0..<2000 {
      let found = try root.open(path)
      #expect(found.status.kind == .other)
      let isOpen = found.file != nil
      #expect(!isOpen)
    }
    stop.change { $0 = true }
    writer.join()
    #expect(!wasLetIn.read { $0 })
  }

  @Test func `what leads out is refused`() throws {
    let root = try root()
    for name in ["out", "..", "../file", "/etc/passwd"] {
      let path = try #require(FilePath(name))
      do throws(FileError) {
        _ = try root.status(of: path)
        Issue.record("\(name) was found")
      } catch {
        #expect(error.errno.rawValue == EXDEV)
      }
    }
  }

  @Test func `one status serves files and answers`() throws {
    let path = try folder("file")
    let times = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: -2, tv_nsec: 250_000_000)]
    let result = unsafe path.withCString { path in
      unsafe times.withUnsafeBufferPointer { unsafe utimensat(AT_FDCWD, path, $0.baseAddress, 0) }
    }
    try #require(result == 0)
    let status = try FileStatus.of(path)
    // Before 1970 as well, the part of a second counts upwards.
    #expect(status.modified == -1_750_000_000)
    #expect(status.modifiedSeconds == -2 && status.modifiedNanoseconds == 250_000_000)
  }
}
