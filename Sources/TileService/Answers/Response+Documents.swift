import ByteText
import Digests
import HTTPWire
import Packing

extension Response {
  /// Shorter texts fit into a few packets as they are.
  private static let packedFrom = 16 << 10

  /// Answers with a text that says what an image is; of a preview's nobody keeps it, since who cuts the
  /// image may still find out that there is none.
  mutating func answerDocument(
    _ text: String, of image: OpenImage, as type: StaticString, for request: borrowing Request
  ) {
    guard image.isPreview else { return answerDocument(text, as: type, for: request) }
    fields.add("Content-Type", type)
    fields.add("X-Content-Type-Options", "nosniff")
    fields.add("Access-Control-Allow-Origin", "*")
    fields.add("Cache-Control", "no-store")
    body = .bytes(SharedBytes(Array(text.utf8)))
  }

  /// Answers with a text that says what things are now: to be asked for again, and not sent again
  /// while it is the same.
  ///
  /// - Parameters:
  ///   - text: all of it.
  ///   - type: what it is.
  ///   - request: whose conditions decide.
  ///   - isPacked: whether a long text is sent packed to who takes it so.
  mutating func answerDocument(
    _ text: String, as type: StaticString, for request: borrowing Request, isPacked: Bool = false
  ) {
    let bytes = Array(text.utf8)
    let isPacked =
      isPacked && bytes.count >= Self.packedFrom && request.has(.acceptEncoding)
      && request.preference(forCoding: "gzip") > .none
    var tag = EntityTag()
    // What is sent in other bytes has another tag.
    tag.append(hexadecimal: Self.fingerprint(of: bytes) ^ (isPacked ? 1 : 0))
    fields.add("Content-Type", type)
    fields.add("X-Content-Type-Options", "nosniff")
    fields.add("Access-Control-Allow-Origin", "*")
    fields.add("Cache-Control", "no-cache")
    fields.add("ETag", tag)
    switch request.evaluate(Validators(tag: tag), now: 0) {
    case .notModified: status = .notModified
    case .failed:
      fields.removeAll()
      refuse(.preconditionFailed, "the document is not the one the request names", for: request)
    case .proceed:
      guard isPacked, let packed = Gzip.packed(bytes) else {
        body = .bytes(SharedBytes(bytes))
        return
      }
      fields.add("Content-Encoding", "gzip")
      body = .bytes(SharedBytes(packed))
    }
  }

  /// An error that every page may read.
  mutating func refuse(_ status: Status, _ detail: String, for request: borrowing Request) {
    fields.add("Access-Control-Allow-Origin", "*")
    fail(status, detail, for: request)
  }

  mutating func refuse(_ reason: NotServed, for request: borrowing Request) {
    if let seconds = reason.retryAfter { fields.add("Retry-After", Int64(seconds)) }
    refuse(reason.status, reason.detail, for: request)
  }

  /// A hash of the length and all bytes.
  private static func fingerprint(of bytes: [UInt8]) -> UInt64 {
    var hash = FNV1a(salt: UInt64(bytes.count))
    hash.combine(bytes)
    return hash.value
  }
}
