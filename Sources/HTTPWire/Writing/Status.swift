/// A response's status code.
package struct Status: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let ok = Status(rawValue: 200)
  package static let accepted = Status(rawValue: 202)
  package static let noContent = Status(rawValue: 204)
  package static let partialContent = Status(rawValue: 206)
  package static let movedPermanently = Status(rawValue: 301)
  package static let found = Status(rawValue: 302)
  package static let seeOther = Status(rawValue: 303)
  package static let notModified = Status(rawValue: 304)
  package static let badRequest = Status(rawValue: 400)
  package static let forbidden = Status(rawValue: 403)
  package static let notFound = Status(rawValue: 404)
  package static let methodNotAllowed = Status(rawValue: 405)
  package static let requestTimeout = Status(rawValue: 408)
  package static let preconditionFailed = Status(rawValue: 412)
  package static let contentTooLarge = Status(rawValue: 413)
  package static let targetTooLong = Status(rawValue: 414)
  package static let unsupportedMediaType = Status(rawValue: 415)
  package static let rangeNotSatisfiable = Status(rawValue: 416)
  package static let expectationFailed = Status(rawValue: 417)
  package static let unprocessable = Status(rawValue: 422)
  package static let headTooLarge = Status(rawValue: 431)
  package static let internalServerError = Status(rawValue: 500)
  package static let notImplemented = Status(rawValue: 501)
  package static let serviceUnavailable = Status(rawValue: 503)
  package static let versionNotSupported = Status(rawValue: 505)
  package static let insufficientStorage = Status(rawValue: 507)

  /// The words that go with the code (RFC 9110 15).
  package var reason: StaticString {
    switch rawValue {
    case 200: "OK"
    case 202: "Accepted"
    case 204: "No Content"
    case 206: "Partial Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 416: "Range Not Satisfiable"
    case 417: "Expectation Failed"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    case 507: "Insufficient Storage"
    default: "Status"
    }
  }

  /// Whether the protocol forbids a body, whatever the method.
  package var forbidsBody: Bool {
    rawValue < 200 || rawValue == 204 || rawValue == 304
  }
}
