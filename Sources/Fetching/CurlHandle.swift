import ByteText
import CCurl
import Glibc
import S3Wire

/// A transfer as libcurl knows it.
///
/// Everything that libcurl would do by itself is off: it carries bytes.
@safe
final class CurlHandle {
  let transfer: FetchTransfer
  private let curl: Curl
  private let spares: CurlSpares
  private let handle: OpaquePointer
  private let fields: OpaquePointer?

  /// Nil where libcurl can't ask for it.
  init?(_ curl: Curl, _ transfer: FetchTransfer, _ spares: CurlSpares) {
    guard let handle = unsafe spares.take() else { return nil }
    self.curl = curl
    self.spares = spares
    self.transfer = transfer
    unsafe self.handle = handle
    unsafe fields = Self.fields(of: transfer.attempt.request, curl)
    guard isPrepared() else { return nil }
  }

  deinit {
    unsafe spares.give(back: handle, isPlain: isPlain)
    if let fields = unsafe fields { unsafe curl.table.pointee.curl_slist_free_all(fields) }
  }

  /// What tells it from all others that are there.
  var number: UInt { unsafe UInt(bitPattern: handle) }

  func add(to multi: OpaquePointer) -> Bool {
    unsafe curl.table.pointee.curl_multi_add_handle(multi, handle) == 0
  }

  func remove(from multi: OpaquePointer) {
    _ = unsafe curl.table.pointee.curl_multi_remove_handle(multi, handle)
  }

  private static func fields(of request: WireRequest, _ curl: Curl) -> OpaquePointer? {
    var list: OpaquePointer?
    var line: [UInt8] = []
    for field in request.fields {
      line.removeAll(keepingCapacity: true)
      line += field.name.utf8
      line += [ASCII.colon, ASCII.space]
      line += field.value
      line.append(0)
      let longer = unsafe line.withUnsafeBytes { bytes in
        unsafe bytes.baseAddress.flatMap { start in
          unsafe curl.table.pointee.curl_slist_append(
            list, start.assumingMemoryBound(to: CChar.self))
        }
      }
      if let longer = unsafe longer { unsafe list = longer }
    }
    return unsafe list
  }

  private func isPrepared() -> Bool {
    let attempt = transfer.attempt
    var wrong = set(PYRAMIDION_CURLOPT_CONNECTTIMEOUT_MS, attempt.times.connection)
    wrong |= set(PYRAMIDION_CURLOPT_LOW_SPEED_TIME, attempt.times.patience)
    wrong |= set(PYRAMIDION_CURLOPT_FRESH_CONNECT, attempt.isFresh ? 1 : 0)
    wrong |= set(
      PYRAMIDION_CURLOPT_URL, String(decoding: attempt.request.address, as: UTF8.self))
    switch attempt.request.method {
    case .get: break
    case .put, .post:
      wrong |= set(PYRAMIDION_CURLOPT_UPLOAD, 1)
      wrong |= set(
        PYRAMIDION_CURLOPT_INFILESIZE_LARGE, Int(attempt.body?.length ?? 0))
      if attempt.request.method == .post { wrong |= set(PYRAMIDION_CURLOPT_CUSTOMREQUEST, "POST") }
    case .delete: wrong |= set(PYRAMIDION_CURLOPT_CUSTOMREQUEST, "DELETE")
    }
    if let file = attempt.authorityFile { wrong |= set(PYRAMIDION_CURLOPT_CAINFO, file) }
    // None, too: those of who had the handle before are gone.
    wrong |= unsafe pyramidion_curl_set_fields(curl.table, handle, fields)
    // The transfer lives as long as this object, which ends the handle.
    let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
    wrong |= unsafe pyramidion_curl_set_callbacks(
      curl.table, handle, context, takeLine, takeBody, openSocket)
    if attempt.body != nil {
      wrong |= unsafe pyramidion_curl_set_givers(
        curl.table, handle, context, giveBody, giveBodyAgain)
    }
    return wrong == 0
  }

  private func set(_ option: Int, _ value: Int) -> CInt {
    unsafe pyramidion_curl_set_number(curl.table, handle, CInt(option), value)
  }

  private func set(_ option: Int, _ value: String) -> CInt {
    unsafe pyramidion_curl_set_text(curl.table, handle, CInt(option), value)
  }

  /// Whether all that it was told is told anew of the next one: what is only of who sends something is
  /// not.
  private var isPlain: Bool {
    transfer.attempt.request.method == .get && transfer.attempt.body == nil
      && transfer.attempt.authorityFile == nil
  }
}

// MARK: What libcurl calls, with the transfer for a context

private func transfer(of context: UnsafeMutableRawPointer?) -> FetchTransfer? {
  guard let context = unsafe context else { return nil }
  return unsafe Unmanaged<FetchTransfer>.fromOpaque(context).takeUnretainedValue()
}

private let takeLine: pyramidion_curl_taker = { bytes, size, count, context in
  guard let bytes = unsafe bytes, let transfer = unsafe transfer(of: context) else { return 0 }
  let raw = unsafe RawSpan(_unsafeStart: bytes, byteCount: size * count)
  let line = Span<UInt8>(_bytes: raw)
  return transfer.take(line: line) ? size * count : 0
}

private let takeBody: pyramidion_curl_taker = { bytes, size, count, context in
  guard let bytes = unsafe bytes, let transfer = unsafe transfer(of: context) else { return 0 }
  let raw = unsafe RawSpan(_unsafeStart: bytes, byteCount: size * count)
  return transfer.take(body: raw) ? size * count : 0
}

private let giveBody: pyramidion_curl_taker = { bytes, size, count, context in
  let failure = Int(PYRAMIDION_CURL_READFUNC_ABORT)
  guard let bytes = unsafe bytes, let transfer = unsafe transfer(of: context) else {
    return failure
  }
  let room = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
  var span = unsafe room.mutableBytes
  return transfer.give(into: &span) ?? failure
}

private let giveBodyAgain: pyramidion_curl_seeker = { context, offset, origin in
  guard let transfer = unsafe transfer(of: context), origin == SEEK_SET else { return 1 }
  transfer.giveAgain(from: Int64(offset))
  return 0
}

private let openSocket: pyramidion_curl_opener = { context, _, address in
  guard let address = unsafe address, let transfer = unsafe transfer(of: context) else {
    return -1
  }
  return unsafe transfer.socket(for: address)
}
