/// What may be opened by its name from behind Landlock's fence.
package struct LandlockGrant: Sendable {
  let path: String
  let isFolder: Bool
  let rights: UInt64

  /// `LANDLOCK_ACCESS_FS_EXECUTE`, `_READ_FILE` and `_READ_DIR`.
  private static let execute: UInt64 = 1 << 0
  private static let readFile: UInt64 = 1 << 2
  private static let readFolder: UInt64 = 1 << 3

  private init(_ path: String, isFolder: Bool, _ rights: UInt64) {
    self.path = path
    self.isFolder = isFolder
    self.rights = rights
  }

  /// Files below a folder are read.
  ///
  /// - Parameter folder: which one.
  package init(beneath folder: String) {
    self.init(folder, isFolder: true, Self.readFile | Self.readFolder)
  }

  /// A program is run, and read what it is made of: libraries where the system has them or beside it,
  /// and what DjVuLibre's programs have besides, without which they end at once.
  ///
  /// - Parameter program: where it lies.
  /// - Returns: what that takes.
  static func code(of program: String) -> [LandlockGrant] {
    let folder = program.split(separator: "/").dropLast(2).joined(separator: "/")
    let beside = folder.isEmpty ? "" : "/\(folder)"
    let libraries = [
      "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "\(beside)/lib",
      "/usr/share/djvu", "\(beside)/share/djvu",
    ]
    let loaders = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"]
    return libraries.map { LandlockGrant(beneath: $0) }
      + ([program] + loaders).map { LandlockGrant($0, isFolder: false, execute | readFile) }
      + [LandlockGrant("/etc/ld.so.cache", isFolder: false, readFile)]
  }
}
