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
      VerifiedPyramid(path, version: version, deep: deep, decoder: decoder) {
        (_) throws(FileError) in try open(version)
      }
    }
    var result = look()
    guard try contains(version) else { return nil }
    let canRemove = result.problems.contains { $0.kind != .unreadable }
    guard repairing, canRemove else { return result }
    // A writer may have replaced it meanwhile: look again.
    return try holdingOffWriters(of: version) { () throws(FileError) -> VerifiedPyramid? in
      guard try contains(version) else { return nil }
      result = look()
      guard result.problems.contains(where: { $0.kind != .unreadable }) else { return result }
      result.isRemoved = try remove(version)
      return result
    }
  }
}
