import ByteText

/// Where images lie in a bucket, and how its engine is reached.
///
/// `s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-1`. In the prefix `?`, `#` and `%`
/// are written as `%3F`, `%23` and `%25`.
package struct BucketAddress: Hashable, Sendable {
  /// How a request names the bucket.
  package enum Style: String, Sendable {
    /// In front of the path: every engine understands it.
    case path
    /// In front of the host, as the large providers want it.
    case host
  }

  /// Where keys that sign requests come from.
  package enum Keys: String, Sendable {
    /// Variables, profiles, and who gives some out to who can show something.
    case usual
    /// Nothing is signed.
    case none
    /// The machine that this runs on has a role in its cloud.
    case instance
  }

  package let bucket: BucketName
  /// Empty, or what ends in a slash.
  package let prefix: [UInt8]
  /// Nil for the provider that S3 is of.
  package let endpoint: WebOrigin?
  /// Nil where the environment or the profile is to say it.
  package let region: String?
  package let style: Style
  package let keys: Keys
  package let profile: String?
  /// Whether who asks pays, and says so.
  package let requesterPays: Bool
  /// A file of certificates that are trusted besides the system's.
  package let authorityFile: String?
  /// What is larger is put there in parts of so many bytes; nil where it is what engines usually take.
  package let part: Int64?

  static let options = [
    "ca", "credentials", "endpoint", "part", "profile", "region", "requester-pays", "style",
  ]
  /// What engines take for one, in MB.
  private static let partSizes = 5...5120

  /// - Parameter text: all of it.
  /// - Throws: what is wrong with it.
  package init(parsing text: String) throws(AddressProblem) {
    let bytes = Array(text.utf8)
    let (main, query) = try AddressParts.of(bytes)
    guard main.span.starts(with: "s3://") else {
      throw AddressProblem(bytes, "a bucket is named as in s3://bucket/prefix")
    }
    let rest = main.dropFirst(5)
    let name = rest.prefix { $0 != ASCII.slash }
    guard !name.contains(0x40) else {
      throw AddressProblem(bytes, "keys stand in variables or profiles, never in an address")
    }
    guard let bucket = BucketName(name) else {
      throw AddressProblem(
        bytes, "a bucket's name has 3 to 63 small letters, digits, dots and dashes")
    }
    let options = try AddressOptions(query, of: bytes, known: Self.options)
    self.bucket = bucket
    prefix = try Self.prefix(rest.dropFirst(name.count), of: bytes)
    endpoint = try options.origin("endpoint")
    region = try Self.region(options["region"], of: bytes)
    style = try Self.style(options["style"], endpoint, bucket, of: bytes)
    switch options["credentials"] {
    case nil: keys = .usual
    case "none": keys = .none
    case "instance": keys = .instance
    default: throw AddressProblem(bytes, "'credentials' can only be none or instance")
    }
    profile = options["profile"]
    guard keys == .usual || profile == nil else {
      throw AddressProblem(bytes, "'profile' is for nothing where 'credentials' are \(keys)")
    }
    requesterPays = try options.flag("requester-pays")
    authorityFile = options["ca"]
    part = try Self.part(options["part"], of: bytes)
  }

  /// The object below the prefix that a name means; nil where no engine has such a key.
  package func key(_ name: some Sequence<UInt8>) -> ObjectKey? { ObjectKey(prefix + name) }

  /// A name that is the same however the engine is reached.
  package func canonicalName(of key: ObjectKey) -> [UInt8] {
    Array("s3://\(bucket.text)/".utf8) + key.bytes
  }

  /// The origin that speaks for the bucket, which lies in a region.
  package func origin(in region: String) -> WebOrigin {
    let engine = endpoint ?? .secure("s3.\(region).amazonaws.com")
    switch style {
    case .path: return engine
    case .host: return engine.below(bucket.text)
    }
  }

  private static func prefix(
    _ path: ArraySlice<UInt8>, of address: [UInt8]
  ) throws(AddressProblem) -> [UInt8] {
    var prefix: [UInt8] = []
    guard prefix.append(percentDecoding: path.dropFirst()) else {
      throw AddressProblem(address, "a percent sign in it is written %25")
    }
    guard !prefix.isEmpty else { return [] }
    guard !prefix.contains(where: { $0 < ASCII.space || $0 == ASCII.delete }) else {
      throw AddressProblem(address, "it holds a control character")
    }
    if prefix.last != ASCII.slash { prefix.append(ASCII.slash) }
    guard ObjectKey(prefix) != nil, prefix.count < ObjectKey.longest else {
      throw AddressProblem(address, "a key has at most \(ObjectKey.longest) bytes of UTF-8")
    }
    return prefix
  }

  private static func region(
    _ text: String?, of address: [UInt8]
  ) throws(AddressProblem) -> String? {
    guard let text else { return nil }
    guard isRegion(text) else {
      throw AddressProblem(address, "a region is a name such as eu-central-1")
    }
    return text
  }

  /// Whether a text can be a region: it becomes part of a host's name.
  package static func isRegion(_ text: String) -> Bool {
    (1...63).contains(text.utf8.count)
      && text.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == ASCII.minus }
  }

  private static func part(
    _ text: String?, of address: [UInt8]
  ) throws(AddressProblem) -> Int64? {
    guard let text else { return nil }
    guard let size = DecimalNumber.exact(Array(text.utf8).span),
      partSizes.contains(Int(clamping: size))
    else {
      throw AddressProblem(
        address, "'part' is a number of MB, \(partSizes.lowerBound) to \(partSizes.upperBound)")
    }
    return size << 20
  }

  private static func style(
    _ text: String?, _ endpoint: WebOrigin?, _ bucket: BucketName, of address: [UInt8]
  ) throws(AddressProblem) -> Style {
    guard let text else { return endpoint == nil && bucket.isLabel ? .host : .path }
    guard let style = Style(rawValue: text) else {
      throw AddressProblem(address, "'style' is path or host")
    }
    guard style == .path || (bucket.isLabel && endpoint?.isLiteral != true) else {
      throw AddressProblem(address, "this bucket can't stand in front of the host: style=path")
    }
    return style
  }
}

extension BucketAddress: CustomStringConvertible {
  /// Without its options.
  package var description: String {
    "s3://\(bucket.text)/\(String(decoding: prefix, as: UTF8.self))"
  }
}
