import HTTPWire

/// All of a picture's answer but the picture.
struct PictureReply: Sendable {
  let fields: FieldBlock
  /// The same for a picture that takes the place of the one that was asked for.
  let stopgapFields: FieldBlock
  /// Whose Accept decides how errors look.
  let request: Request

  func response(_ result: PictureResult) -> Response {
    var response = Response()
    switch result {
    case .made(let bytes):
      response.fields = fields
      response.body = .bytes(bytes)
      response.provenance = .render
    case .stopgap(let bytes):
      response.fields = stopgapFields
      response.body = .bytes(bytes)
      response.provenance = .render
    case .failed(let reason): response.refuse(reason, for: request)
    }
    return response
  }
}
