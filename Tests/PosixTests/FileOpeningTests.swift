import Glibc
import Posix
import Testing

@Suite struct FileOpeningTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try FileFolder.make(try folder("root"))
    _ = try FileFolder.make(try folder("root/inner"))
    try folder.write("inside", to: "root/inner/file")
    try folder.write("outside", to: "file")
    try folder.link("root/in", to: "inner/file")
    try folder.link("root/out", to: "../file")
    try folder.link("root/absolute", to: "/etc/passwd")
    try folder.link("root/round", to: "round")
  }

  /// What opening beneath the root comes to, by the kernel's own walk or ours.
  private func outcome(_ name: String, byComponents: Bool = false) throws -> Errno? {
    let root = try FileDescriptor.open(try folder("root"), [.reading, .folder])
    let path = try #require(FilePath(name))
    do throws(FileError) {
      let file =
        byComponents
        ? try root.openBeneathByComponents(path, .reading)
        : try root.openBeneath(path, .reading)
      _ = file.number
      return nil
    } catch {
      return error.errno
    }
  }

  @Test(arguments: ["inner/file", "./inner/./file", "inner", "."])
  func `what lies beneath is opened`(name: String) throws {
    #expect(try outcome(name) == nil)
    #expect(try outcome(name, byComponents: true) == nil)
  }

  @Test(arguments: ["..", "../file", "inner/../../file", "/etc/passwd"])
  func `paths that lead out are refused`(name: String) throws {
    #expect(try outcome(name) == Errno(rawValue: EXDEV))
    #expect(try outcome(name, byComponents: true) == Errno(rawValue: EXDEV))
  }

  @Test func `links are followed inside alone, and not at all without the kernel's help`() throws {
    #expect(try outcome("in") == nil)
    #expect(try outcome("out") == Errno(rawValue: EXDEV))
    #expect(try outcome("absolute") == Errno(rawValue: EXDEV))
    #expect(try outcome("round") == Errno(rawValue: ELOOP))
    for name in ["in", "out", "absolute", "round"] {
      #expect(try outcome(name, byComponents: true) == Errno(rawValue: ELOOP))
    }
  }

  @Test func `what is missing is told as such`() throws {
    #expect(try outcome("inner/nothing") == .noSuchFile)
    #expect(try outcome("inner/file/more") == Errno(rawValue: ENOTDIR))
  }

  @Test func `an exclusive file is made once`() throws {
    let path = try folder("once")
    let first = try FileDescriptor.open(path, [.writing, .creating, .exclusive])
    _ = first.number
    do throws(FileError) {
      _ = try FileDescriptor.open(path, [.writing, .creating, .exclusive])
      Issue.record("it was made twice")
    } catch {
      #expect(error.errno == .fileExists && error.action == "create")
    }
  }

  @Test func `descriptors stay with this process`() throws {
    let file = try FileDescriptor.open(try folder("file"), .reading)
    #expect(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
  }
}
