import ByteText

/// What a host says of a pyramid that it has taken in hand: who it is, and why it could not be cut.
struct Lease: Equatable {
  /// Nobody else's.
  let holder: String
  /// What the last one came to who was at it, and is at it no more.
  var failure: KnownFailure?

  /// As it lies in the bucket.
  var json: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("pyramidion")
      json.object { json in
        json.key("lease")
        json.object { json in
          json.key("holder")
          json.string(holder)
          guard let failure else { return }
          json.key("failure")
          json.object { json in
            json.key("cause")
            json.string(failure.cause.rawValue)
            json.key("reason")
            json.string(failure.reason)
            json.key("attempts")
            json.integer(Int64(failure.attempts))
            json.key("seconds")
            json.integer(failure.seconds)
          }
        }
      }
    }
    return Array(json.text.utf8) + [ASCII.lineFeed]
  }

  init(holder: String, failure: KnownFailure? = nil) {
    self.holder = holder
    self.failure = failure
  }

  /// - Parameter text: what lies there; somebody else may have put it there.
  init?(_ text: [UInt8]) {
    guard let lease = JSONValue(text)?["pyramidion"]?["lease"], let holder = lease["holder"]?.text
    else { return nil }
    self.holder = holder
    failure = lease["failure"].flatMap { KnownFailure($0) }
  }
}

extension KnownFailure {
  fileprivate init?(_ json: JSONValue) {
    guard let cause = json["cause"]?.text.flatMap({ Cause(rawValue: $0) }),
      let reason = json["reason"]?.text, let attempts = json["attempts"]?.integer,
      let seconds = json["seconds"]?.integer, attempts > 0, seconds >= 0
    else { return nil }
    self.init(
      cause, reason, attempts: Int(clamping: attempts), seconds: min(seconds, Self.longest))
  }
}
