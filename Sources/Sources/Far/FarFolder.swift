import ByteText
import Posix
import S3Wire

/// What a folder of a bucket, or of a host that has a list, holds.
struct FarFolder: Sendable {
  struct File: Sendable {
    let size: Int64
    let tag: ObjectTag
    /// Seconds since 1970.
    let modified: Int64?
  }

  private(set) var names: [SourceRoot.Name] = []
  /// Nil where a list told the name alone.
  private(set) var files: [[UInt8]: File?] = [:]
  private(set) var folders: Set<[UInt8]> = []
  /// Names that are not served: hidden ones, and those that no file could have.
  private(set) var omitted = 0
  /// False where it has more names than are read.
  var isWhole = true
  /// When it was read, and a number that no other reading has.
  let moment = Instant.now
  var number: Int64 { moment.nanoseconds }

  var isEmpty: Bool { names.isEmpty && omitted == 0 }
  var count: Int { names.count }

  mutating func add(file name: some Sequence<UInt8>, _ file: File?) {
    guard let name = FileName(bytes: name), !name.isHidden else { return omitted += 1 }
    guard files.updateValue(file, forKey: name.bytes) == nil else { return }
    names.append(SourceRoot.Name(name: name, isFolder: false))
  }

  mutating func add(folder name: some Sequence<UInt8>) {
    guard let name = FileName(bytes: name), !name.isHidden else { return omitted += 1 }
    guard folders.insert(name.bytes).inserted else { return }
    names.append(SourceRoot.Name(name: name, isFolder: true))
  }
}
