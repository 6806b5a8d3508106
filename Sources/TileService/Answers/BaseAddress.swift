import HTTPWire
import ImageRequest

/// Scheme, host and prefix of our own addresses, as the client sees them.
struct BaseAddress {
  /// Before the first slash of a path: nothing, or a proxy's prefix.
  let path: String
  /// The whole of it, without a slash at the end.
  let text: String

  init(_ configuration: ServiceConfiguration, _ request: borrowing Request) {
    if let base = configuration.publicBase {
      text = base.hasSuffix("/") ? String(base.dropLast()) : base
      let host = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
      path = host.count > 3 ? "/" + host[3] : ""
      return
    }
    var scheme = "http"
    var host = request.host.map { String(decoding: $0, as: UTF8.self) }
    var prefix = ""
    if configuration.trustsForwarded {
      if let name = request.value(named: "x-forwarded-proto"), name.elementsEqual("https".utf8) {
        scheme = "https"
      }
      if let name = Self.first(request.value(named: "x-forwarded-host")) { host = name }
      if let name = Self.first(request.value(named: "x-forwarded-prefix")) {
        prefix = name.hasSuffix("/") ? String(name.dropLast()) : name
      }
    }
    path = prefix
    // HTTP/1.0 may name no host; addresses then begin with a slash.
    text = host.map { "\(scheme)://\($0)\(prefix)" } ?? prefix
  }

  /// The first of a list, if it is made of what addresses are made of.
  private static func first(_ value: ArraySlice<UInt8>?) -> String? {
    guard let first = value?.split(separator: UInt8(ascii: ",")).first else { return nil }
    let text = String(decoding: first, as: UTF8.self).filter { $0 != " " }
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ":"), UInt8(ascii: "/"),
        UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "%"):
        true
      default: false
      }
    }
    return text.isEmpty || !isPlain ? nil : text
  }
}

/// The media type of an info.json, as the client's Accept has it.
struct LinkedDataType {
  let mediaType: StaticString

  init(_ version: IIIFVersion, _ request: borrowing Request) {
    let profile = Array("profile=\"\(version.context)\"".utf8)
    let linked = max(
      request.preference(forType: "application", "ld+json", parameter: profile[...]),
      request.preference(forType: "application", "ld+json"))
    let plain = request.preference(forType: "application", "json")
    switch version {
    case .three:
      mediaType =
        plain > linked
        ? "application/json"
        : "application/ld+json;profile=\"http://iiif.io/api/image/3/context.json\""
    case .two: mediaType = linked > plain ? "application/ld+json" : "application/json"
    }
  }
}
