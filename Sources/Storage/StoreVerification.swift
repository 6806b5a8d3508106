package import Posix
package import PyramidFile
import PyramidFormat
package import Sources

extension PyramidStore {
  /// Verifies a pyramid of the store, and with `repairing` removes it when it is damaged.
  ///
  /// What cannot be read at all is left alone: that may be the disk's or a permission's fault.
  /// Nil for a pyramid that is gone by now.
  package func verify(
    _ version: PyramidVersion, deep: Bool, repairing: Bool,
    decoder: PyramidVerification.Decoder? = nil
  ) throws(FileError) -> VerifiedPyramid? {
    let path = path(of: version)
    func look() -> VerifiedPyramid {
      VerifiedPyramid(path, version: version, deep: deep, decoder: decoder)
    }
    var result = look()
    guard try contains(version) else { return nil }
    let canRemove = result.problems.contains { $0.kind != .unreadable }
    guard repairing, canRemove else { return result }
    // A writer may have replaced it meanwhile: look again with the lock in hand.
    let lock = try StoreLock.waiting(lockPath(of: version))
    defer { lock.release() }
    guard try contains(version) else { return nil }
    result = look()
    guard result.problems.contains(where: { $0.kind != .unreadable }) else { return result }
    result.isRemoved = try remove(version)
    return result
  }

  /// The version that a path of this store stands for; nil for any other path.
  package func version(at path: FilePath) -> PyramidVersion? {
    // What can't be found is told of by who goes on to read it.
    guard let real = try? FileFolder.canonical(path) else { return nil }
    let name = String(decoding: real.lastComponent, as: UTF8.self)
    guard name.hasSuffix(".tif"), let version = PyramidVersion(name.dropLast(4)),
      self.path(of: version) == real
    else { return nil }
    return version
  }
}
