import Foundation
import Posix
import Sources
import Testing

@Suite struct SourceListTests {
  /// Gathers what lies in a folder with these files, folders (ending in a slash) and links.
  private func list(
    _ names: [String], links: [String: String] = [:], asking operands: [String] = [""]
  ) throws -> (items: [String], unreadable: [String]) {
    let root = FileManager.default.temporaryDirectory
      .appendingPathComponent("pyramidion-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    for name in names {
      let folder =
        name.hasSuffix("/") ? name : name.split(separator: "/").dropLast().joined(separator: "/")
      try FileManager.default.createDirectory(
        atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
      if !name.hasSuffix("/") {
        try Data(name.utf8).write(to: URL(fileURLWithPath: "\(root)/\(name)"))
      }
    }
    for (name, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: "\(root)/\(name)", withDestinationPath: target)
    }
    let found = SourceList(
      try operands.map { try #require(FilePath($0.isEmpty ? root : "\(root)/\($0)")) })
    func words(_ path: FilePath) -> String { String(path.description.dropFirst(root.count + 1)) }
    return (
      found.items.map { "\(words($0.path)) \($0.bytes)\($0.isNamed ? " named" : "")" },
      found.unreadable.map { "\(words($0.path)): \($0.reason)" }
    )
  }

  @Test func `folders are walked in order of names`() throws {
    let found = try list(["b.jpg", "a/2.png", "a/10.png", "c/d/e.tif", "empty/"])
    #expect(found.items == ["a/10.png 8", "a/2.png 7", "b.jpg 5", "c/d/e.tif 9"])
    #expect(found.unreadable == [])
  }

  @Test func `a list goes on behind what was listed, or begins anew where that is gone`() throws {
    let root = FileManager.default.temporaryDirectory
      .appendingPathComponent("pyramidion-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    for name in ["a", "b", "c"] { try Data().write(to: URL(fileURLWithPath: "\(root)/\(name)")) }
    var list = SourceList([try #require(FilePath(root))])
    #expect(list.leaveOut(through: try #require(FilePath("\(root)/gone"))) == 0)
    #expect(list.items.count == 3)
    #expect(list.leaveOut(through: try #require(FilePath("\(root)/b"))) == 2)
    #expect(list.items.map(\.path.description) == ["\(root)/c"])
  }

  @Test func `hidden names are left out unless they are named`() throws {
    let names = [".hidden.jpg", ".git/a.jpg", "a.jpg"]
    #expect(try list(names).items == ["a.jpg 5"])
    #expect(try list(names, asking: [".hidden.jpg"]).items == [".hidden.jpg 11 named"])
  }

  @Test func `links to files are followed, links to folders and to nothing are not`() throws {
    let links = ["link.jpg": "a.jpg", "folder": "b", "gone.jpg": "nowhere"]
    #expect(
      try list(["a.jpg", "b/c.jpg"], links: links).items == ["a.jpg 5", "b/c.jpg 7", "link.jpg 5"])
  }

  @Test func `links that lead out are left out, as where the folder is served`() throws {
    let links = ["in/out.jpg": "../a.jpg", "in/b/inside.jpg": "../c.jpg", "in/host": "/etc/passwd"]
    let names = ["a.jpg", "in/c.jpg", "in/b/"]
    #expect(
      try list(names, links: links, asking: ["in"]).items
        == ["in/b/inside.jpg 8", "in/c.jpg 8"])
  }

  @Test func `what is named and not there is told`() throws {
    let found = try list(["a.jpg"], asking: ["a.jpg", "b.jpg"])
    #expect(found.items == ["a.jpg 5 named"])
    #expect(found.unreadable.count == 1)
    #expect(found.unreadable.first?.hasPrefix("b.jpg: ") == true)
  }
}
