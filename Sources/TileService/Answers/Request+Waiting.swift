import HTTPWire
import ImageRequest

/// What a request's query says of answers that it can't have yet.
extension Request {
  /// Whether it asks for what of an image there is to see before all of it is: `preview=data`.
  var wantsPreview: Bool { query.map { QueryFields.takesPreview($0) } == true }

  /// Whether how large pages of a document are may come later: `sizes=later`.
  var takesSizesLater: Bool { query.map { QueryFields.takesSizesLater($0) } == true }

  /// Whether the page can do without what it asks for, as without a small picture: `missing=empty`.
  var takesEmpty: Bool { query.map { QueryFields.takesEmpty($0) } == true }

  /// The longest wait that is understood, in seconds.
  private static let longestWait = 3600

  /// `wait=`: how long it is ready to wait for an image that has to be cut.
  ///
  /// - Returns: seconds; nil where it says nothing of that.
  /// - Throws: a wait that is no whole number of seconds.
  func patience() throws(NotServed) -> Int? {
    let given: String?
    do throws(RequestProblem) {
      given = try QueryFields(query).value("wait")
    } catch {
      throw NotServed(error)
    }
    guard let given else { return nil }
    guard given.utf8.count <= 4, given.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
      let seconds = Int(given), seconds <= Self.longestWait
    else { throw .malformed("wait is not a number of seconds from 0 to \(Self.longestWait)") }
    return seconds
  }
}
