import CCurl

/// Handles of libcurl that nobody needs now: making one takes longer than using one again.
///
/// Only the thread that fetches touches it.
@safe
final class CurlSpares {
  private static let most = 64

  private let curl: Curl
  private var handles: [OpaquePointer]

  init(_ curl: Curl) {
    self.curl = curl
    unsafe handles = []
  }

  deinit {
    while let handle = unsafe handles.popLast() {
      unsafe curl.table.pointee.curl_easy_cleanup(handle)
    }
  }

  /// - Returns: one that knows nothing; nil where libcurl has none.
  func take() -> OpaquePointer? {
    unsafe handles.popLast() ?? curl.table.pointee.curl_easy_init()
  }

  /// Takes one back, which belongs to no transfer any more: it forgets all it was told.
  func give(back handle: OpaquePointer) {
    guard unsafe handles.count < Self.most else {
      return unsafe curl.table.pointee.curl_easy_cleanup(handle)
    }
    unsafe curl.table.pointee.curl_easy_reset(handle)
    unsafe handles.append(handle)
  }
}
