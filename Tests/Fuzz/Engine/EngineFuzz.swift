import ByteText
import S3Wire

/// libFuzzer's entry: the first byte says what the others are read as.
///
/// Whatever they are, what is taken lies within its bounds.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEngine(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe UnsafeBufferPointer(start: start, count: count)
  guard let kind = unsafe input.first else { return 0 }
  let bytes = unsafe [UInt8](input.dropFirst())
  switch kind % 8 {
  case 0: readListing(bytes)
  case 1: readComplaint(bytes)
  case 2: readHead(bytes)
  case 3: readAddress(bytes)
  case 4: readProfiles(bytes)
  case 5: readRedirection(bytes)
  default: readUploads(bytes)
  }
  return 0
}

private func readListing(_ bytes: [UInt8]) {
  guard let listing = try? ObjectListing(bytes) else { return }
  for object in listing.objects {
    precondition((1...ObjectKey.longest).contains(object.key.bytes.count), "a key out of bounds")
    precondition(object.size >= 0, "a size below nothing")
  }
  for folder in listing.folders {
    precondition(folder.bytes.last == ASCII.slash, "a folder without its slash")
  }
}

private func readUploads(_ bytes: [UInt8]) {
  try? UploadCompletion.check(bytes)
  var names = ((try? UploadListing(bytes))?.uploads ?? []).map(\.name)
  if let name = try? UploadName(beginning: bytes) { names.append(name) }
  for name in names {
    precondition((1...1024).contains(name.bytes.count), "a name out of bounds")
    precondition(name.bytes.allSatisfy { 0x21...0x7E ~= $0 }, "a name that is no word")
  }
}

private func readComplaint(_ bytes: [UInt8]) {
  let complaint = EngineComplaint(bytes)
  for text in [complaint.code, complaint.message, complaint.requestName] {
    precondition(text.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "words that do something to terminals")
    precondition(text.utf8.count <= 300, "words without end")
  }
}

private func readHead(_ bytes: [UInt8]) {
  var head = AnswerHead()
  for line in bytes.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false) {
    head.take(line: line.span, now: 1_700_000_000)
  }
  precondition(head.status == 0 || (100...999).contains(head.status), "a status out of bounds")
  precondition((head.length ?? 0) >= 0, "a length below nothing")
  precondition((0...3600).contains(head.retryAfter ?? 0), "a wait out of bounds")
  if let said = head.contentRange, let range = said.range {
    precondition(range.lowerBound >= 0 && !range.isEmpty, "a range of nothing")
    precondition(said.total.map { range.upperBound <= $0 } ?? true, "a range beyond the end")
  }
  let expectation = Expectation(range: 5..<9, total: 100, limit: 4)
  if let body = try? expectation.body(of: head) {
    precondition(body == Expectation.Body(start: 5, length: 4, total: 100), "another part")
  }
}

private func readAddress(_ bytes: [UInt8]) {
  guard let text = String(validating: bytes, as: UTF8.self),
    let address = try? EngineAddress(parsing: text)
  else { return }
  switch address {
  case .bucket(let bucket):
    guard let key = bucket.key("a".utf8) else { return }
    let form = ObjectRequest.object(key, range: 0..<1, unchanged: .none).form(
      at: bucket, in: "eu-1")
    checkRequest(form)
  case .web(let web):
    checkRequest(WireRequest(web.origin, path: web.target("a\u{0}b/../é?#".utf8)))
    // What is shown of it means the same place.
    precondition((try? WebAddress(parsing: web.description))?.origin == web.origin, "another host")
  }
}

/// No byte of an address may end its line or begin another part of it.
private func checkRequest(_ request: WireRequest) {
  precondition(request.address.allSatisfy { 0x21...0x7E ~= $0 }, "bytes that no address has")
  precondition(
    request.path.allSatisfy { $0 != ASCII.questionMark && $0 != ASCII.hash }, "a path that ends")
  precondition(request.path.first == ASCII.slash, "a path that goes on with the host")
}

private func readProfiles(_ bytes: [UInt8]) {
  guard let file = try? CredentialFile(bytes, profile: "p") else { return }
  precondition(file.hasProfile || (file.credentials == nil && file.region == nil), "keys of nobody")
}

private func readRedirection(_ bytes: [UInt8]) {
  guard let address = try? WebAddress(parsing: "https://a/?redirects=https://b"),
    let next = try? Redirection(to: address.redirects).request(
      after: WireRequest(address.origin, path: [ASCII.slash]), to: bytes)
  else { return }
  precondition(["https://a", "https://b"].contains(next.origin.description), "a host of nobody's")
  checkRequest(next)
}
