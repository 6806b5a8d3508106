import ByteText

/// A request's line and fields, as they came.
///
/// One value is parsed into again and again, so that an ordinary request costs no allocation. Who
/// wants to keep a request copies the value: the copy shares the bytes, and the next parse then
/// finds itself new ones.
package struct Request: Sendable {
  struct FieldLine: Sendable {
    var name: HeadRange
    var value: HeadRange
    var known: KnownField?
  }

  var head: [UInt8] = []
  var lines: [FieldLine] = []
  /// For each known field, one more than the index of its first line; 0 where there is none.
  var firstLines = KnownField.Table<UInt16>(repeating: 0)
  var line = HeadRange(0, 0)
  var targetRange = HeadRange(0, 0)
  var pathRange = HeadRange(0, 0)
  /// What follows `?`; nil when there is no question mark.
  var queryRange: HeadRange?
  /// The authority: of an absolute target where there is one, else of the Host field.
  var hostRange: HeadRange?

  package internal(set) var method = Method.other
  package internal(set) var version = Version.http11
  package internal(set) var framing = BodyFraming.none
  /// Whether the client wants the connection kept for further requests.
  package internal(set) var wantsPersistence = true
  package internal(set) var expectsContinue = false
  /// Whether the target is `*`, the server as a whole.
  package internal(set) var isServerWide = false
  /// Names the request in the access log and in error reports; the server counts them.
  package var identifier: UInt64 = 0

  package init() {
    head.reserveCapacity(1024)
    lines.reserveCapacity(32)
  }

  /// Forgets the last request but not its storage.
  mutating func reset() {
    head.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    firstLines = KnownField.Table(repeating: 0)
    line = HeadRange(0, 0)
    targetRange = line
    pathRange = line
    queryRange = nil
    hostRange = nil
    method = .other
    version = .http11
    framing = .none
    wantsPersistence = true
    expectsContinue = false
    isServerWide = false
  }

  /// The request line as it came, without its line end.
  package var requestLine: ArraySlice<UInt8> { head[line.bounds] }

  /// The request target as it came.
  package var target: ArraySlice<UInt8> { head[targetRange.bounds] }

  /// The path as it came, percent-encoded: split it at slashes first, then decode each part, once.
  ///
  /// `/` where an absolute target has no path; empty where the target is `*`.
  package var path: ArraySlice<UInt8> {
    pathRange.isEmpty && !isServerWide ? [ASCII.slash] : head[pathRange.bounds]
  }

  /// What follows the first question mark of the target, as it came.
  package var query: ArraySlice<UInt8>? { queryRange.map { head[$0.bounds] } }

  /// The host and port the client believes to speak with; nil only in HTTP/1.0.
  package var host: ArraySlice<UInt8>? { hostRange.map { head[$0.bounds] } }

  /// The value of the first line of a field, without the blanks round it.
  package func value(of field: KnownField) -> ArraySlice<UInt8>? {
    let index = Int(firstLines[Int(field.rawValue)])
    return index == 0 ? nil : head[lines[index - 1].value.bounds]
  }

  package func has(_ field: KnownField) -> Bool { firstLines[Int(field.rawValue)] != 0 }

  /// Whether any of the conditional fields is there.
  package var hasCondition: Bool {
    has(.ifNoneMatch) || has(.ifModifiedSince) || has(.ifMatch) || has(.ifUnmodifiedSince)
      || has(.ifRange)
  }

  /// The value of the first field of a name given in small letters.
  package func value(named name: StaticString) -> ArraySlice<UInt8>? {
    for line in lines
    where head[line.name.bounds].equalsIgnoringCase(name) {
      return head[line.value.bounds]
    }
    return nil
  }

  /// Visits every line of a field until the visitor says stop.
  ///
  /// - Parameters:
  ///   - field: whose lines are visited.
  ///   - visit: gets the line's value; false ends the tour.
  func forEachValue(of field: KnownField, _ visit: (ArraySlice<UInt8>) -> Bool) {
    let first = Int(firstLines[Int(field.rawValue)])
    guard first > 0 else { return }
    for line in lines[(first - 1)...] where line.known == field {
      if !visit(head[line.value.bounds]) { return }
    }
  }
}
