extension BoxPolicy {
  /// The fences that are not here, and the usual reasons; nothing where the box is off.
  package var missing: [String] {
    guard !isOff else { return [] }
    var words: [String] = []
    if !layers.contains(.landlock) {
      words.append("no Landlock (kernel before 5.13, or a container's filter)")
    }
    if !layers.contains(.systemCalls) {
      words.append(
        CallArchitecture.own == nil
          ? "no filter of system calls (nobody has written the table for this processor)"
          : "no filter of system calls (kernel without seccomp, or a container's filter)")
    }
    if !layers.contains(.user) {
      words.append("no other user than root (a container without the right to change it)")
    }
    return words
  }

  /// Formats that are not decoded here, whatever is allowed; nil for none.
  package var switchedOff: String? {
    isWhole ? nil : "SVG, PDF and JPEG 2000 are off"
  }

  /// One line on how decoders are boxed, without the program's name.
  ///
  /// - Parameter memory: bytes that each may write to.
  /// - Returns: what stands, what is missing, and what that switches off.
  package func line(memory: Int) -> String {
    let off = switchedOff.map { "; \($0)" } ?? ""
    guard !isOff else {
      return "warning: the sandbox is off, which is for debugging: decoders may do all that "
        + "\(userName) may\(off)"
    }
    var parts: [String] = []
    if let landlockVersion { parts.append("Landlock \(landlockVersion)") }
    if layers.contains(.systemCalls) {
      parts.append("\(SystemCalls.count(for: .raster)) system calls")
      parts.append("no network")
    }
    parts.append("\(memory >> 20) MB")
    parts.append("as \(userName)")
    let fences = parts.joined(separator: ", ")
    guard !isWhole else { return "decoders are boxed: \(fences)" }
    let isBare = layers.isDisjoint(with: [.landlock, .systemCalls])
    return (isBare ? "warning: decoders are not boxed: " : "decoders are boxed in part: ")
      + (missing + [fences]).joined(separator: ", ") + off
  }
}
