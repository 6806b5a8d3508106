import ByteText

/// What is asked of a bucket.
package enum ObjectRequest: Sendable {
  /// An object, or a part of it; of no other state than the one that is known.
  case object(ObjectKey, range: Range<Int64>?, unchanged: ObjectTag)
  /// What lies in a folder, a page of it.
  case list(ListingPage)
  /// Puts an object there, whose body follows; with `isFirst`, only where none has its name.
  case put(ObjectKey, type: MediaType, isFirst: Bool)
  case remove(ObjectKey)
  /// One step of putting an object there in parts.
  case upload(ObjectKey, UploadStep)
  /// What has begun to come in parts, of names that begin so.
  case uploads([UInt8])

  /// What an object is, for who looks at the bucket.
  package enum MediaType: String, Sendable {
    case tiff = "image/tiff"
    case json = "application/json"
  }

  /// - Parameters:
  ///   - address: the bucket's.
  ///   - region: where it lies.
  /// - Returns: what is to be signed and sent.
  package func form(at address: BucketAddress, in region: String) -> WireRequest {
    var path: [UInt8] = [ASCII.slash]
    if address.style == .path { path += Array(address.bucket.text.utf8) + [ASCII.slash] }
    let origin = address.origin(in: region)
    var request: WireRequest
    switch self {
    case .object(let key, let range, let tag):
      path.append(percentEncoding: key.bytes, keeping: "/")
      request = WireRequest(origin, path: path)
      if let range { request.add(range: range) }
      request.add(ifMatch: tag)
    case .list(let page):
      request = WireRequest(origin, path: path, query: page.query)
    case .put(let key, let type, let isFirst):
      path.append(percentEncoding: key.bytes, keeping: "/")
      request = WireRequest(origin, path: path, by: .put)
      request.add("content-type", Array(type.rawValue.utf8))
      if isFirst { request.add("if-none-match", [ASCII.asterisk]) }
    case .remove(let key):
      path.append(percentEncoding: key.bytes, keeping: "/")
      request = WireRequest(origin, path: path, by: .delete)
    case .upload(let key, let step):
      path.append(percentEncoding: key.bytes, keeping: "/")
      request = WireRequest(origin, path: path, query: step.query, by: step.method)
      if case .beginning(let type) = step {
        request.add("content-type", Array(type.rawValue.utf8))
      }
      if case .completion(_, isFirst: true) = step {
        request.add("if-none-match", [ASCII.asterisk])
      }
    case .uploads(let folder):
      request = WireRequest(origin, path: path, query: UploadListing.query(of: folder))
    }
    if address.requesterPays { request.add("x-amz-request-payer", Array("requester".utf8)) }
    return request
  }
}
