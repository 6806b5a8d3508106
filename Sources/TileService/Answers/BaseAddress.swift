import ByteText
import HTTPWire

/// Scheme, host and prefix of our addresses as one client sees them, without a slash at the end.
struct BaseAddress: Sendable {
  /// For documents that must name whole addresses.
  let absolute: String
  /// For our own documents: empty where addresses may begin with a slash.
  let relative: String

  init(_ request: borrowing Request, _ configuration: ServiceConfiguration) {
    if let base = configuration.publicBase {
      absolute = base.text
      relative = absolute
      return
    }
    var scheme = "http"
    var host = request.host.map { String(decoding: $0, as: UTF8.self) } ?? "localhost"
    var prefix = ""
    if configuration.trustsForwarded {
      if let given = Self.last(request.value(of: .forwardedProto)), given == "https" {
        scheme = given
      }
      if let given = Self.last(request.value(of: .forwardedHost)), Self.isHost(given) {
        host = given
      }
      if let given = Self.last(request.value(named: "x-forwarded-prefix")), Self.isPath(given) {
        prefix = given.hasSuffix("/") ? String(given.dropLast()) : given
      }
    }
    absolute = "\(scheme)://\(host)\(prefix)"
    relative = prefix.isEmpty ? "" : absolute
  }

  /// The path that our addresses begin with; empty where a proxy has not put us below one.
  var path: String {
    guard let scheme = relative.firstRange(of: "://") else { return "" }
    let rest = relative[scheme.upperBound...]
    guard let slash = rest.firstIndex(of: "/"), Self.isPath(String(rest[slash...])) else {
      return ""
    }
    return String(rest[slash...])
  }

  /// Appends what stands before a path in answers that are kept for all to have.
  ///
  /// It is the public address, or nothing but the prefix: what one client calls this host is not
  /// for the next one.
  ///
  /// - Parameters:
  ///   - request: whose prefix counts, where proxies are trusted.
  ///   - configuration: what was decided.
  ///   - text: gets it; without allocation where nothing is configured.
  static func appendShared(
    _ request: borrowing Request, _ configuration: ServiceConfiguration, to text: inout [UInt8]
  ) {
    if configuration.publicBase != nil {
      text.append(contentsOf: BaseAddress(request, configuration).absolute.utf8)
    } else if configuration.trustsForwarded {
      text.append(contentsOf: BaseAddress(request, configuration).path.utf8)
    }
  }

  /// Each proxy adds to the end: the last value is that of the one next to us.
  private static func last(_ value: ArraySlice<UInt8>?) -> String? {
    guard let value else { return nil }
    let text = String(decoding: value, as: UTF8.self)
    return text.split(separator: ",").last.map { String($0.drop { $0 == " " }) }
  }

  private static func isHost(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 255
      && text.utf8.allSatisfy { isWord($0) || $0 == UInt8(ascii: ":") || $0 == 0x5B || $0 == 0x5D }
  }

  /// A path of plain parts, with or without a slash at the end.
  ///
  /// No part may be empty, stand for this folder or the one above, or hide a slash or a control
  /// byte behind a percent sign: behind the next reader's decoding it would be another address.
  static func isPath(_ text: String) -> Bool {
    guard text.hasPrefix("/"), text.utf8.count <= 1024 else { return false }
    let parts = text.utf8.dropFirst().split(
      separator: ASCII.slash, omittingEmptySubsequences: false)
    return parts.indices.allSatisfy { index in
      parts[index].isEmpty ? index == parts.count - 1 : isPart(Array(parts[index]))
    }
  }

  private static func isPart(_ text: [UInt8]) -> Bool {
    guard text.allSatisfy({ isWord($0) || $0 == ASCII.percent || $0 == ASCII.tilde }) else {
      return false
    }
    var decoded: [UInt8] = []
    guard decoded.append(percentDecoding: text[...]), decoded != [ASCII.dot],
      decoded != [ASCII.dot, ASCII.dot]
    else { return false }
    return decoded.allSatisfy {
      $0 > ASCII.space && $0 != 0x7F && $0 != ASCII.slash && $0 != ASCII.backslash
        && $0 != ASCII.percent
    }
  }

  static func isWord(_ byte: UInt8) -> Bool {
    ASCII.isUnreserved(byte) && byte != ASCII.tilde
  }
}
