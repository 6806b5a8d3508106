import Posix
package import S3Wire

/// Where keys are looked for: in variables, of a token service where variables name a token and a role,
/// in the files of profiles, and of who stands beside a container.
///
/// All programs of S3 do it so, in that order. Nothing is run for them.
package struct CredentialChain: Sendable {
  /// What was found.
  package struct Found: Sendable {
    package let credentials: Credentials
    /// Nil where nobody says it.
    package let region: String?
    /// When they end, in seconds since 1970; nil for what lasts.
    package let expires: Int64?
  }

  private let environment: [String: String]

  /// - Parameter environment: the variables of the process.
  package init(_ environment: [String: String]) { self.environment = environment }

  /// The keys for a bucket.
  ///
  /// - Parameter profile: the one that its address names; variables with keys don't count then.
  /// - Returns: the first that are there.
  /// - Throws: what was looked for, and where.
  package func find(profile: String?) throws(CredentialProblem) -> Found {
    try find(profile: profile, asking: KeyAsker())
  }

  /// The same by who asks over the network, and waits for that.
  func find(profile: String?, asking asker: KeyAsker) throws(CredentialProblem) -> Found {
    if profile == nil {
      if let found = try variables() { return found }
      if let issuer = try KeyIssuer.webIdentity(environment, read: contents) {
        return try given(by: issuer, asker)
      }
    }
    do throws(CredentialProblem) {
      return try inFiles(profile)
    } catch {
      guard profile == nil, let issuer = try KeyIssuer.container(environment, read: contents) else {
        throw error
      }
      return try given(by: issuer, asker)
    }
  }

  /// The keys of the role that the machine has in its cloud: whoever runs on it gets them, so they are
  /// never looked for unless an address says so.
  func ofInstance(asking asker: KeyAsker) throws(CredentialProblem) -> Found {
    let issued = try asker.ask(try InstanceMetadata(environment))
    return Found(
      credentials: issued.credentials, region: variableRegion, expires: issued.expires)
  }

  private func given(
    by issuer: KeyIssuer, _ asker: KeyAsker
  ) throws(CredentialProblem) -> Found {
    let issued = try asker.ask(issuer)
    return Found(
      credentials: issued.credentials, region: variableRegion, expires: issued.expires)
  }

  private func inFiles(_ profile: String?) throws(CredentialProblem) -> Found {
    let profile = profile ?? environment["AWS_PROFILE"] ?? "default"
    let files = files()
    var region = variableRegion
    var credentials: Credentials?
    for path in files {
      guard let file = try read(path, profile) else { continue }
      credentials = credentials ?? file.credentials
      region = region ?? file.region
    }
    guard let credentials else {
      let places = files.isEmpty ? "no file of profiles" : files.joined(separator: " and ")
      throw CredentialProblem(
        "no keys: AWS_ACCESS_KEY_ID is not set, and profile '\(profile)' has none in \(places); "
          + "of a public bucket say credentials=none")
    }
    return Found(credentials: credentials, region: region, expires: nil)
  }

  /// What the variables say of the region alone, for buckets that are asked without keys.
  package var variableRegion: String? {
    let region = environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"]
    return region.flatMap { BucketAddress.isRegion($0) ? $0 : nil }
  }

  private func variables() throws(CredentialProblem) -> Found? {
    guard let key = environment["AWS_ACCESS_KEY_ID"], !key.isEmpty else { return nil }
    let token = environment["AWS_SESSION_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
    guard
      let credentials = Credentials(
        accessKey: key,
        secretKey: Secret(Array((environment["AWS_SECRET_ACCESS_KEY"] ?? "").utf8)),
        sessionToken: token.map { Secret(Array($0.utf8)) })
    else {
      throw CredentialProblem(
        "AWS_ACCESS_KEY_ID is set, but with AWS_SECRET_ACCESS_KEY it makes no pair of keys")
    }
    return Found(credentials: credentials, region: variableRegion, expires: nil)
  }

  private func files() -> [String] {
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return [
      environment["AWS_SHARED_CREDENTIALS_FILE"] ?? home.map { "\($0)/.aws/credentials" },
      environment["AWS_CONFIG_FILE"] ?? home.map { "\($0)/.aws/config" },
    ].compactMap(\.self)
  }

  /// - Returns: nil where there is no such file.
  private func read(
    _ path: String, _ profile: String
  ) throws(CredentialProblem) -> CredentialFile? {
    guard let text = try contents(path) else { return nil }
    do throws(CredentialFile.Problem) {
      return try CredentialFile(text, profile: profile)
    } catch {
      throw CredentialProblem("no keys: \(path), \(error)")
    }
  }

  /// What a host of the web is sent, from a file that holds nothing else.
  ///
  /// - Parameter path: of the file.
  /// - Returns: its first line.
  /// - Throws: why it can't be had.
  func bearer(in path: String) throws(CredentialProblem) -> [UInt8] {
    let line = try contents(path)?.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard let line, (1...8192).contains(line.count), line.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw CredentialProblem("\(path) does not hold what 'bearer' is to send: one line")
    }
    return Array(line)
  }

  /// - Returns: nil where there is no such file.
  private func contents(_ path: String) throws(CredentialProblem) -> [UInt8]? {
    guard let place = FilePath(path) else { return nil }
    do throws(FileError) {
      let file = try FileDescriptor.open(place, [.reading, .withoutWaiting])
      let status = try file.status(called: place)
      guard status.kind == .regular, status.size <= CredentialFile.longest else {
        throw FileError("read", place, .invalidArgument)
      }
      do throws(Errno) {
        return try file.beginning(limit: Int(status.size))
      } catch {
        throw FileError("read", place, error)
      }
    } catch {
      if error.errno == .noSuchFile { return nil }
      throw CredentialProblem("no keys: \(error)")
    }
  }
}
