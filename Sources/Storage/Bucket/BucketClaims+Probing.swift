import Posix
import Sources

/// What engines are asked by objects of their own, below `probe/`.
extension BucketClaims {
  private static let folder = Array("probe".utf8)
  /// Nobody asks for so long, in seconds of the engine.
  private static let longestProbe: Int64 = 300
  /// So many are looked at.
  private static let mostProbes = 1000

  /// Whether the engine puts nothing over what is there, where it is told so.
  ///
  /// - Throws: why it can't be found out.
  func keepsConditions() throws(FileError) -> Bool {
    if let known = state.read({ $0.hasConditions }) { return known }
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    let name = Self.folder + "/\(number)".utf8
    // What can't be taken away now goes when this host ends.
    state.change { _ = $0.probes.insert(name) }
    defer { takeAway(name) }
    let isFirst = try mount.put(body, as: name, replacing: false)
    let isSecond = try mount.put(body, as: name, replacing: false)
    let keeps = isFirst && !isSecond
    let isNew = state.change { state in
      defer { state.hasConditions = keeps }
      return state.hasConditions == nil
    }
    if isNew, !keeps {
      report(
        "\(mount.title) is kept by an engine that ignores conditions: several hosts may cut the same"
          + " image")
    }
    return keeps
  }

  private func takeAway(_ probe: [UInt8]) {
    guard (try? mount.remove(probe)) != nil else { return }
    state.change { _ = $0.probes.remove(probe) }
  }

  /// Finds what hosts that died within such a question left.
  ///
  /// - Parameter removing: whether that goes.
  /// - Returns: names below the prefix.
  /// - Throws: why they can't be looked for.
  func deadProbes(removing: Bool) throws(FileError) -> [[UInt8]] {
    var found: [[UInt8]] = []
    for probe in try mount.everything(below: Self.folder, limit: Self.mostProbes) {
      let name = Self.folder + "/".utf8 + probe.path
      guard let known = try mount.read(name), let since = known.modified, let now = known.now,
        now - since > Self.longestProbe
      else { continue }
      found.append(name)
      if removing { try mount.remove(name) }
    }
    return found
  }
}
