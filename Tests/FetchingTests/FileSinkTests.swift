import Fetching
import Posix
import S3Wire
import Testing

@Suite struct FileSinkTests {
  private func put(_ count: Int, of body: S3Wire.Expectation.Body, into sink: FileSink) -> Bool {
    let bytes = [UInt8](repeating: 7, count: count)
    return unsafe sink.begin(body) && sink.take(bytes.span.bytes, at: body.start)
  }

  @Test func `what a try left is gone when another begins`() throws {
    let file = try FileDescriptor.inMemory(name: "copy")
    let sink = FileSink(try file.duplicated(), limit: 1000)
    #expect(put(100, of: .init(start: 0, length: 500, total: 500), into: sink) == true)
    #expect(put(40, of: .init(start: 0, length: 40, total: 40), into: sink) == true)
    #expect(try file.status().size == 40)
    #expect(put(30, of: .init(start: 0, length: nil, total: nil), into: sink) == true)
    #expect(try file.status().size == 30)
  }

  @Test func `a part leaves the others alone`() throws {
    let file = try FileDescriptor.inMemory(name: "copy")
    let sink = FileSink(try file.duplicated(), limit: 1000)
    #expect(put(50, of: .init(start: 50, length: 50, total: 100), into: sink) == true)
    #expect(put(50, of: .init(start: 0, length: 50, total: 100), into: sink) == true)
    #expect(try file.status().size == 100)
  }

  @Test func `what has no room is not asked for again`() throws {
    let file = try FileDescriptor.inMemory(name: "copy")
    let sink = FileSink(try file.duplicated(), limit: 1000) { $0 <= 50 }
    let body = S3Wire.Expectation.Body(start: 0, length: nil, total: nil)
    #expect(put(50, of: body, into: sink) == true)
    #expect(put(51, of: body, into: sink) == false)
    #expect(sink.hasNoRoom == true)
    #expect(sink.begin(body) == false)
  }
}
