import ByteText

/// What a file of profiles says of one of them: the keys that stand in it, and the region.
///
/// Such are `~/.aws/credentials` and `~/.aws/config`. Nothing in it is run, and no other profile asked.
package struct CredentialFile: Sendable {
  /// Nobody's is longer.
  package static let longest = 1 << 20

  /// Nil where the profile has none.
  package private(set) var credentials: Credentials?
  package private(set) var region: String?
  /// Whether the file has such a profile at all.
  package private(set) var hasProfile = false

  /// Why a file can't be used.
  ///
  /// What stands in its lines is never told.
  package struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
    /// From 1.
    package let line: Int
    package let reason: String

    package var description: String { "line \(line): \(reason)" }
  }

  /// - Parameters:
  ///   - text: all of the file.
  ///   - profile: its name, as in `[name]` or `[profile name]`.
  /// - Throws: what is wrong with the file.
  package init(_ text: [UInt8], profile: String) throws(Problem) {
    guard text.count <= Self.longest else {
      throw Problem(line: 1, reason: "the file has more than \(Self.longest) bytes")
    }
    var values: [String: [UInt8]] = [:]
    var isInside = false
    var number = 0
    var begun = 0
    for raw in text.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false) {
      number += 1
      // What is indented belongs to a nested setting, which means nothing here.
      if let first = raw.first, ASCII.isBlank(first) { continue }
      let line = (raw.last == ASCII.carriageReturn ? raw.dropLast() : raw).trimmed()
      guard let first = line.first, first != ASCII.hash, first != ASCII.semicolon else { continue }
      if first == 0x5B {
        guard let close = line.firstIndex(of: 0x5D) else {
          throw Problem(line: number, reason: "a section's bracket is not closed")
        }
        isInside = Self.isName(line[(line.startIndex + 1)..<close].trimmed(), profile)
        if isInside, !hasProfile {
          hasProfile = true
          begun = number
        }
        continue
      }
      guard isInside else { continue }
      guard let equals = line.firstIndex(of: ASCII.equals) else {
        throw Problem(line: number, reason: "neither a section nor a setting")
      }
      let name = String(decoding: line[..<equals].trimmed().map(ASCII.lowercased), as: UTF8.self)
      values[name] = Array(line[(equals + 1)...].trimmed())
    }
    region = values["region"].map { String(decoding: $0, as: UTF8.self) }
    if let region, !BucketAddress.isRegion(region) {
      throw Problem(line: begun, reason: "the region of profile '\(profile)' is no region's name")
    }
    guard values["aws_access_key_id"] != nil || values["aws_secret_access_key"] != nil else {
      return
    }
    guard let key = values["aws_access_key_id"], let secret = values["aws_secret_access_key"],
      let credentials = Credentials(
        accessKey: String(decoding: key, as: UTF8.self), secretKey: Secret(secret),
        sessionToken: values["aws_session_token"].map(Secret.init))
    else {
      throw Problem(line: begun, reason: "profile '\(profile)' has no whole pair of keys")
    }
    self.credentials = credentials
  }

  private static func isName(_ section: ArraySlice<UInt8>, _ profile: String) -> Bool {
    if section.elementsEqual(profile.utf8) { return true }
    guard section.span.starts(with: "profile") else { return false }
    let rest = section.dropFirst(7)
    return rest.first.map(ASCII.isBlank) == true && rest.trimmed().elementsEqual(profile.utf8)
  }
}
