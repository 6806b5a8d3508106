/// HMAC with SHA-256 (RFC 2104): a digest that only who has the key can make.
package struct HMAC: Sendable {
  /// Both begin with the key, each in its own disguise.
  private let inner: SHA256
  private let outer: SHA256

  package init(key: Span<UInt8>) {
    var padded = InlineArray<64, UInt8>(repeating: 0)
    if key.count > padded.count {
      var hash = SHA256()
      hash.update(key)
      let digest = hash.finished()
      for index in digest.indices { padded[index] = digest[index] }
    } else {
      for index in key.indices { padded[index] = key[index] }
    }
    inner = Self.beginning(padded, 0x36)
    outer = Self.beginning(padded, 0x5C)
  }

  /// The 32 bytes of a message's code.
  package func code(of message: Span<UInt8>) -> [UInt8] {
    var inner = inner
    inner.update(message)
    var outer = outer
    outer.update(inner.finished().span)
    return outer.finished()
  }

  private static func beginning(_ key: InlineArray<64, UInt8>, _ disguise: UInt8) -> SHA256 {
    var block = key
    for index in block.indices { block[index] ^= disguise }
    var hash = SHA256()
    hash.update(block.span)
    return hash
  }
}
