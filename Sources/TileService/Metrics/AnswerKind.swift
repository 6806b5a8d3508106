import HTTPWire
import ImageRequest

/// What an answer was, for counting.
enum AnswerKind: Int, CaseIterable, Sendable {
  case passThrough, cache, render, document, notModified, redirect, clientError, serverError

  var name: StaticString {
    switch self {
    case .passThrough: "pass_through"
    case .cache: "cache"
    case .render: "render"
    case .document: "document"
    case .notModified: "not_modified"
    case .redirect: "redirect"
    case .clientError: "client_error"
    case .serverError: "server_error"
    }
  }

  init(_ response: borrowing Response) {
    switch response.status.rawValue {
    case 304: self = .notModified
    case 300..<400: self = .redirect
    case 400...: self = AnswerKind(refused: response.status)
    default:
      switch response.provenance {
      case .passThrough: self = .passThrough
      case .cache: self = .cache
      case .render: self = .render
      case .server, .file: self = .document
      }
    }
  }
}

extension AnswerKind {
  init(refused status: Status) { self = status.rawValue < 500 ? .clientError : .serverError }
}
