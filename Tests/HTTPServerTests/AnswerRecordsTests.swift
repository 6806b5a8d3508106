import HTTPWire
import Posix
import Testing

@testable import HTTPServer

@Suite struct AnswerRecordsTests {
  private func record(_ place: Int64) -> AnswerRecord {
    AnswerRecord(
      identifier: UInt64(place), status: .ok, provenance: .file,
      started: Instant(nanoseconds: place), place: place)
  }

  private func request(_ path: String, _ fields: String = "") -> Request {
    var machine = ConnectionMachine()
    var (request, consumed) = (Request(), 0)
    let bytes = Array("GET \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n".utf8)
    _ = machine.advance(bytes.span, consumed: &consumed, into: &request, limits: WireLimits())
    return request
  }

  /// Takes records, as text.
  private func take(_ count: Int, _ records: inout AnswerRecords) -> [String] {
    var taken: [String] = []
    records.take(count) { record, texts in
      let parts = [texts.line, texts.referer, texts.agent].map { part in
        part.map { String(decoding: $0, as: UTF8.self) } ?? "none"
      }
      taken.append("\(record.bodyStart)-\(record.end) " + parts.joined(separator: "|"))
    }
    return taken
  }

  @Test func `each keeps its own words, in whatever steps they are taken`() {
    for step in 1...4 {
      var records = AnswerRecords()
      records.append(record(1), to: request("/a", "Referer: x\r\nUser-Agent: me\r\n"))
      records.endLast(at: 5)
      records.append(record(6), to: request("/b", "User-Agent: you\r\n"))
      records.append(record(7))
      records.append(record(8), to: request("/c", "Referer: \r\n"))
      var taken: [String] = []
      while !records.isEmpty { taken += take(min(step, records.count), &records) }
      #expect(
        taken == [
          "1-5 GET /a HTTP/1.1|x|me", "6-6 GET /b HTTP/1.1|none|you", "7-7 |none|none",
          "8-8 GET /c HTTP/1.1||none",
        ])
      #expect(records.textBytes == 0)
    }
  }

  @Test func `those that are over are counted from the first`() {
    var records = AnswerRecords()
    for place in [3, 5, 4] { records.append(record(Int64(place))) }
    #expect(records.countFinished { _, record in record.end < 5 } == 1)
    #expect(records.countFinished { _, _ in true } == 3)
    #expect(records.countFinished { index, _ in index == 1 } == 0)
  }
}
