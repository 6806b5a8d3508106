import HTTPWire
import Posix

/// An answer on its way out, for the access log.
struct AnswerRecord {
  let identifier: UInt64
  let status: Status
  let provenance: Provenance
  let started: Instant
  /// Where its body begins and ends in the connection's output.
  let bodyStart: Int64
  var end: Int64
  /// How long its texts are.
  fileprivate var line = 0
  /// Nil where the request had no such field.
  fileprivate var referer: Int?
  fileprivate var agent: Int?

  init(
    identifier: UInt64, status: Status, provenance: Provenance, started: Instant, place: Int64
  ) {
    self.identifier = identifier
    self.status = status
    self.provenance = provenance
    self.started = started
    bodyStart = place
    end = place
  }
}

/// What the log says of a request in its own words.
struct RequestTexts {
  let line: ArraySlice<UInt8>
  let referer: ArraySlice<UInt8>?
  let agent: ArraySlice<UInt8>?
}

/// The answers of a connection that the log is still to be told of: of each request its few fields,
/// and not the request, since a client that does not read keeps them here.
struct AnswerRecords {
  private var records: [AnswerRecord] = []
  /// Request lines, referers and agents, in the order of the records.
  private var texts: [UInt8] = []

  /// Bytes of texts that an idle connection may keep room for.
  private static let keptCapacity = 1024

  var isEmpty: Bool { records.isEmpty }
  var count: Int { records.count }
  var first: AnswerRecord? { records.first }
  /// Bytes of texts.
  var textBytes: Int { texts.count }

  /// Notes an answer to what was no request.
  mutating func append(_ record: AnswerRecord) { records.append(record) }

  mutating func append(_ record: AnswerRecord, to request: borrowing Request) {
    var record = record
    record.line = add(request.requestLine)
    record.referer = request.value(of: .referer).map { add($0) }
    record.agent = request.value(of: .userAgent).map { add($0) }
    records.append(record)
  }

  private mutating func add(_ text: ArraySlice<UInt8>) -> Int {
    texts.append(contentsOf: text)
    return text.count
  }

  /// Notes where the last one ends.
  mutating func endLast(at place: Int64) {
    if !records.isEmpty { records[records.count - 1].end = place }
  }

  /// Visits the first so many, and forgets them.
  mutating func take(_ count: Int, _ visit: (AnswerRecord, RequestTexts) -> Void) {
    guard count > 0 else { return }
    var place = 0
    for record in records.prefix(count) {
      func next(_ length: Int) -> ArraySlice<UInt8> {
        defer { place += length }
        return texts[place..<(place + length)]
      }
      let line = next(record.line)
      let referer = record.referer.map(next)
      visit(record, RequestTexts(line: line, referer: referer, agent: record.agent.map(next)))
    }
    if count == records.count {
      records.removeAll(keepingCapacity: true)
      texts.removeAll(keepingCapacity: texts.capacity <= Self.keptCapacity)
    } else {
      records.removeFirst(count)
      texts.removeFirst(place)
    }
  }

  /// How many of the first are over.
  ///
  /// - Parameter isOver: asked in order, until it says no.
  /// - Returns: how many it said yes to.
  func countFinished(_ isOver: (Int, AnswerRecord) -> Bool) -> Int {
    records.indices.first { !isOver($0, records[$0]) } ?? records.count
  }
}
