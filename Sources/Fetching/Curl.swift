import CCurl

/// libcurl, loaded the first time something far is asked for.
@safe
struct Curl: @unchecked Sendable {
  // `@unchecked`: function pointers, written once before they are shared. A build that goes on from an
  // earlier one compiles only files that have changed: not those that know the table by an older header.
  let table: UnsafeMutablePointer<pyramidion_curl>

  /// Debian's name of it, and the name of whoever builds it with another library for TLS.
  private static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
  /// 7.85, the first that is told protocols by their names.
  private static let oldest: UInt32 = 0x07_55_00

  private static let shared: Result<Curl, FetchingUnavailable> = open()

  /// - Returns: libcurl, loaded by now.
  /// - Throws: that it can't be.
  static func loaded() throws(FetchingUnavailable) -> Curl { try shared.get() }

  private static func open() -> Result<Curl, FetchingUnavailable> {
    let table = UnsafeMutablePointer<pyramidion_curl>.allocate(capacity: 1)
    var reason = ""
    for name in names {
      if let missing = unsafe pyramidion_curl_open(table, name) {
        if reason.isEmpty { reason = unsafe String(cString: missing) }
        continue
      }
      let version = unsafe table.pointee.curl_version_info(0)?.pointee.version_num ?? 0
      guard version >= oldest else {
        return .failure(FetchingUnavailable(reason: "it is older than 7.85"))
      }
      // 3: all that it knows how to set up.
      guard unsafe table.pointee.curl_global_init(3) == 0 else {
        return .failure(FetchingUnavailable(reason: "it can't be set up"))
      }
      return .success(unsafe Curl(table: table))
    }
    return .failure(FetchingUnavailable(reason: reason))
  }

  /// What the library calls an error.
  func words(_ code: CInt) -> String {
    guard let text = unsafe table.pointee.curl_easy_strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
