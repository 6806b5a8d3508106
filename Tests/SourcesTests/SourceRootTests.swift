import Foundation
import Posix
import Sources
import Testing

@Suite struct SourceRootTests {
  private final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/pyramidion-\(UUID().uuidString)"

    init() throws {
      let files = FileManager.default
      for folder in ["root/inner", "outside"] {
        try files.createDirectory(atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
      }
      for file in [
        "root/a.jpg", "root/b;2.jpg", "root/c.tif;3", "root/inner/ü %2F;x.png", "root/.hidden",
        "outside/secret.jpg", "root/c.tif",
      ] {
        try Data(file.utf8).write(to: URL(fileURLWithPath: "\(path)/\(file)"))
      }
      for (link, target) in [
        ("root/out.jpg", "../outside/secret.jpg"), ("root/abs.jpg", "\(path)/root/a.jpg"),
        ("root/in.jpg", "inner/../a.jpg"), ("root/up", ".."), ("root/loop", "loop"),
      ] {
        try files.createSymbolicLink(atPath: "\(path)/\(link)", withDestinationPath: target)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private let folder: Folder
  private let root: SourceRoot

  init() throws {
    folder = try Folder()
    root = try SourceRoot(try #require(FilePath(folder.path + "/root")))
  }

  @Test func `a root that was switched or renamed is told`() throws {
    let files = FileManager.default
    let link = folder.path + "/current"
    try files.createSymbolicLink(atPath: link, withDestinationPath: "root")
    let linked = try SourceRoot(try #require(FilePath(link)))
    #expect(try linked.isWhereItWas())
    #expect(try root.isWhereItWas())
    try files.removeItem(atPath: link)
    #expect(throws: FileError.self) { try linked.isWhereItWas() }
    try files.createSymbolicLink(atPath: link, withDestinationPath: "outside")
    #expect(try !linked.isWhereItWas())
    try files.moveItem(atPath: folder.path + "/root", toPath: folder.path + "/moved")
    #expect(throws: FileError.self) { try root.isWhereItWas() }
    try files.moveItem(atPath: folder.path + "/outside", toPath: folder.path + "/root")
    #expect(try !root.isWhereItWas())
  }

  @Test(arguments: [
    "", "/", "/etc/passwd", "..", "../outside/secret.jpg", "a/../a.jpg", "./a.jpg", "inner//x",
    "a.jpg/", ".hidden", "inner/.x", "a\0.jpg", String(repeating: "x", count: 256),
    String(repeating: "x/", count: 3000) + "x",
  ])
  func `names that no image has are refused before the disk is asked`(text: String) {
    #expect(ImageIdentifier(path: text.utf8) == nil)
  }

  @Test(arguments: [
    ("a.jpg", "a.jpg", nil as Int?), ("b;2.jpg", "b;2.jpg", nil), ("c.tif;3", "c.tif;3", nil),
    ("c.tif;12", "c.tif", 12), ("inner/ü %2F;x.png", "ü %2F;x.png", nil), ("in.jpg", "a.jpg", nil),
  ])
  func `files are found by name before they are pages`(text: String, file: String, page: Int?)
    throws
  {
    let source = try root.open(try #require(ImageIdentifier(path: text.utf8)))
    #expect(String(decoding: source.canonicalPath.lastComponent, as: UTF8.self) == file)
    #expect(source.page == page)
  }

  @Test(arguments: [
    ("out.jpg", EXDEV), ("abs.jpg", EXDEV), ("up/outside/secret.jpg", EXDEV), ("loop", ELOOP),
    ("none.jpg", ENOENT), ("c.tif;0", ENOENT), ("c.tif;01", ENOENT), ("c.tif;-1", ENOENT),
    ("c.tif;1234567", ENOENT), ("inner", EISDIR), ("a.jpg/x", ENOTDIR),
  ])
  func `what is not beneath the root cannot be opened`(text: String, errno: Int32) throws {
    let identifier = try #require(ImageIdentifier(path: text.utf8))
    do {
      _ = try root.open(identifier)
      Issue.record("\(text) was opened")
    } catch {
      #expect(error.errno.rawValue == errno)
    }
  }

  @Test func `a pipe does not hold the reader`() throws {
    #expect(unsafe mkfifo(folder.path + "/root/pipe.jpg", 0o600) == 0)
    #expect(throws: FileError.self) {
      try root.open(try #require(ImageIdentifier(path: "pipe.jpg".utf8)))
    }
  }

  @Test func `without openat2 no link is followed at all`() throws {
    let folder = try FileDescriptor.open(root.path, [.reading, .folder])
    func opens(_ text: String) -> Bool {
      guard let path = FilePath(text) else { return false }
      return (try? folder.openBeneathByComponents(path, .reading)) != nil
    }
    #expect(opens("a.jpg"))
    #expect(opens("inner/ü %2F;x.png"))
    for path in [
      "in.jpg", "out.jpg", "up/outside/secret.jpg", "../outside/secret.jpg", "/etc/passwd",
    ] {
      #expect(!opens(path))
    }
  }

  @Test func `a folder lists what can be reached`() throws {
    let names = try root.entries(of: nil).map { "\($0.name)\($0.isFolder ? "/" : "")" }
    #expect(names == ["a.jpg", "b;2.jpg", "c.tif", "c.tif;3", "in.jpg", "inner/"])
    let inner = try root.entries(of: ImageIdentifier(path: "inner".utf8))
    #expect(inner.map(\.name.description) == ["ü %2F;x.png"])
  }
}
