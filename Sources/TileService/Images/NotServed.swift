import HTTPWire
import ImageRequest
import Posix
import Sources

/// Why a request is refused, in words for whoever asked; never a path of the host.
///
/// It is the service's only error: what the modules below throw becomes one where it is caught.
struct NotServed: Error, Sendable {
  let status: Status
  let detail: String
  /// Seconds after which asking again makes sense.
  var retryAfter: Int?

  init(_ status: Status, _ detail: String, retryAfter: Int? = nil) {
    self.status = status
    self.detail = detail
    self.retryAfter = retryAfter
  }

  static let overloaded = NotServed(
    .serviceUnavailable, "too much work waits already", retryAfter: 2)
  static let changing = NotServed(
    .serviceUnavailable, "the file changes while it is read", retryAfter: 1)
  static let unreadable = NotServed(
    .internalServerError, "the image's pyramid was made but can't be read")
  static let absent = NotServed(.notFound, "there is no such image")
  static let damaged = NotServed(.internalServerError, "the image's pyramid is damaged")

  /// A pyramid that lies in the folder: no other one can be cut of it.
  static func damaged(adopted reason: String) -> NotServed {
    NotServed(.unprocessable, "the image's pyramid is damaged: \(reason)")
  }

  static func notDecoded(_ reason: String) -> NotServed {
    NotServed(
      .serviceUnavailable, "no tile can be decoded now: \(reason)", retryAfter: secondsOfAFault)
  }

  static let noImage = NotServed(
    .unsupportedMediaType, "the file is not an image of a kind that is served")
  static let folder = NotServed(
    .notFound, "this is a folder; its images have addresses of their own")

  static func noPage(_ page: Int, of count: Int) -> NotServed {
    NotServed(
      .notFound,
      count == 1 ? "the file is one image and has no pages" : "the file has \(count) pages")
  }

  static func malformed(_ detail: String) -> NotServed { NotServed(.badRequest, detail) }

  /// What is wrong with an address or a query.
  init(_ problem: RequestProblem) {
    let status: Status =
      switch problem.kind {
      case .malformed: .badRequest
      case .absent: .notFound
      case .unsupported: .notImplemented
      }
    self.init(status, problem.detail)
  }

  /// A source that can't be opened: because of what it is, or because of the machine.
  ///
  /// - Parameter error: what the system said.
  init(_ error: FileError) {
    self = error.errno.isOfTheFile ? .absent : NotServed(sourceError: error)
  }

  init(_ refusal: SourceRefusal) {
    switch refusal {
    case .empty, .noImage: self = .noImage
    case .switchedOff(let format):
      self = NotServed(.unsupportedMediaType, format.refusal(way: "here"))
    case .noPage(let page, let count): self = .noPage(page, of: count)
    }
  }

  /// A source that is there and open, but can't be read: that is never absence.
  ///
  /// - Parameter error: what the system said.
  init(sourceError error: FileError) {
    switch error.errno {
    case .fileTooLarge: self.init(.unprocessable, error.words)
    case .stale: self = .changing
    default: self.init(sourceFault: error)
    }
  }

  private init(sourceFault error: FileError) {
    self.init(fault: error.errno, "the image can't be read: \(error.words)")
  }

  /// A pyramid of the store that can't be read, whatever keeps it from that: it says nothing of the
  /// image.
  ///
  /// - Parameter error: what the system said.
  init(storeError error: FileError) {
    self.init(fault: error.errno, "the image's pyramid can't be read: \(error.words)")
  }

  /// Trouble of the machine, which passes: whoever asked is to come again.
  ///
  /// - Parameters:
  ///   - error: what the system said.
  ///   - words: what is told.
  init(fault error: Errno, _ words: String) {
    let isFull = error == .noSpace || error == .overQuota || error == .fileTooLarge
    self.init(
      isFull ? .insufficientStorage : .serviceUnavailable, words,
      retryAfter: Self.secondsOfAFault)
  }

  /// How soon a fault of the machine may have passed.
  private static let secondsOfAFault = 10
}
