import CCurl

/// Handles of libcurl that nobody needs now: making one, and telling it what all of them are told, takes
/// longer than using one again.
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

  /// - Returns: one that knows what all are told; nil where libcurl has none.
  func take() -> OpaquePointer? {
    if let spare = unsafe handles.popLast() { return unsafe spare }
    guard let handle = unsafe curl.table.pointee.curl_easy_init() else { return nil }
    guard unsafe isTold(handle) else {
      unsafe curl.table.pointee.curl_easy_cleanup(handle)
      return nil
    }
    return unsafe handle
  }

  /// Takes one back, which belongs to no transfer any more.
  ///
  /// - Parameters:
  ///   - handle: is not used again by who gives it.
  ///   - isPlain: whether whoever has it next tells it anew all that it was told besides what all are.
  func give(back handle: OpaquePointer, isPlain: Bool) {
    guard unsafe handles.count < Self.most, unsafe isPlain || isNew(handle) else {
      return unsafe curl.table.pointee.curl_easy_cleanup(handle)
    }
    unsafe handles.append(handle)
  }

  /// Has it forget all but what all are told.
  private func isNew(_ handle: OpaquePointer) -> Bool {
    unsafe curl.table.pointee.curl_easy_reset(handle)
    return unsafe isTold(handle)
  }

  /// Of what comes, read at a time: most answers whole, with their heads.
  private static let readAtATime = 64 << 10

  /// Everything that libcurl would do by itself is off.
  private func isTold(_ handle: OpaquePointer) -> Bool {
    let numbers = [
      (PYRAMIDION_CURLOPT_NOSIGNAL, 1),
      (PYRAMIDION_CURLOPT_FOLLOWLOCATION, 0),
      (PYRAMIDION_CURLOPT_HTTP_VERSION, PYRAMIDION_CURL_HTTP_VERSION_1_1),
      (PYRAMIDION_CURLOPT_PATH_AS_IS, 1),
      (PYRAMIDION_CURLOPT_HTTP09_ALLOWED, 0),
      (PYRAMIDION_CURLOPT_HTTP_CONTENT_DECODING, 0),
      (PYRAMIDION_CURLOPT_LOW_SPEED_LIMIT, FetchTimes.slowest),
      (PYRAMIDION_CURLOPT_BUFFERSIZE, Self.readAtATime),
    ]
    let texts = [
      (PYRAMIDION_CURLOPT_PROTOCOLS_STR, "http,https"),
      // Not even one that variables name.
      (PYRAMIDION_CURLOPT_PROXY, ""), (PYRAMIDION_CURLOPT_NOPROXY, "*"),
      (PYRAMIDION_CURLOPT_USERAGENT, "pyramidion"),
    ]
    var wrong: CInt = 0
    for (option, value) in numbers {
      wrong |= unsafe pyramidion_curl_set_number(curl.table, handle, CInt(option), value)
    }
    for (option, value) in texts {
      wrong |= unsafe pyramidion_curl_set_text(curl.table, handle, CInt(option), value)
    }
    return wrong == 0
  }
}
