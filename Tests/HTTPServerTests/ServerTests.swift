import Glibc
import HTTPServer
import HTTPWire
import Posix
import Testing

@Suite(.timeLimit(.minutes(1))) struct ServerTests {
  private let journal = Journal()

  /// Runs a test against a server of two loops, and ends it.
  private func withServer(_ test: (UInt16, Server) throws -> Void) throws {
    var configuration = ServerConfiguration()
    configuration.addresses = [try SocketAddress(parsing: "127.0.0.1:0")]
    configuration.loops = 2
    let journal = journal
    let server = try Server(configuration) { _ in ScriptedResponder(journal) }
    defer {
      server.stop()
      server.run()
    }
    try test(try #require(server.addresses.first?.port), server)
  }

  private func get(_ path: String, _ more: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: a\r\n\(more)\r\n"
  }

  @Test func `an answer from another thread arrives, and the next request after it`() throws {
    try withServer { port, _ in
      let client = try TestClient(port: port)
      client.send(get("/later") + get("/a"))
      let answer = client.receive(until: "hello")
      #expect(answer.contains("\r\n\r\nlaterHTTP/1.1 200 OK\r\n"))
      #expect(answer.contains("Echo: /a\r\n"))
    }
  }

  @Test func `a client that leaves cancels its pending answer`() throws {
    try withServer { port, _ in
      var client: TestClient? = try TestClient(port: port)
      client?.send(get("/never"))
      #expect(journal.has("begun"))
      client = nil
      #expect(journal.has("cancelled"))
    }
  }

  @Test func `a stream arrives in chunks with its trailer`() throws {
    try withServer { port, _ in
      let client = try TestClient(port: port)
      client.send(get("/stream") + get("/a"))
      let answer = client.receive(until: "hello")
      let pieces = (0..<5).map { "8\r\npiece \($0) \r\n" }.joined()
      #expect(answer.contains("Transfer-Encoding: chunked\r\n\r\n\(pieces)0\r\nPieces: 5\r\n\r\n"))
    }
  }

  @Test func `a reset in the middle of a stream cancels its producer`() throws {
    try withServer { port, _ in
      var client: TestClient? = try TestClient(port: port)
      client?.send(get("/endless"))
      #expect(client?.receive(atLeast: "piece 3 \r\n").isEmpty == false)
      client?.resetOnClose()
      client = nil
      #expect(journal.has("cancelled"))
      let next = try TestClient(port: port)
      next.send(get("/a"))
      #expect(next.receive(until: "hello").hasSuffix("hello"))
    }
  }

  @Test func `where memory is short, who does not read an answer is parted with, and nobody else`()
    throws
  {
    try withServer { port, server in
      let well = try TestClient(port: port)
      well.send(get("/a"))
      #expect(well.receive(until: "hello").hasSuffix("hello"))
      let slow = try TestClient(port: port)
      slow.send(get("/large"))
      // Not at once: who is slow shows in time.
      while !journal.has("freed", within: 20) { server.relief() }
      well.send(get("/a"))
      #expect(well.receive(until: "hello").hasSuffix("hello"))
    }
  }

  @Test func `all who wait at once for one answer get it`() throws {
    try withServer { port, _ in
      let clients = try (0..<150).map { _ in try TestClient(port: port) }
      for client in clients { client.send(get("/later")) }
      for client in clients { #expect(client.receive(until: "later").hasSuffix("later")) }
    }
  }

  @Test func `a body shorter than announced cuts the connection`() throws {
    try withServer { port, _ in
      let client = try TestClient(port: port)
      client.send(get("/short"))
      let answer = client.receive()
      #expect(answer.contains("Content-Length: 100\r\n"))
      #expect(answer.hasSuffix("piece 0 "))
    }
  }

  @Test func `a client that closed its sending side is answered`() throws {
    try withServer { port, _ in
      let client = try TestClient(port: port)
      client.send(get("/a") + get("/b") + "GET /c HT")
      client.endOutput()
      let answer = client.receive()
      #expect(answer.contains("Echo: /a\r\n") && answer.contains("Echo: /b\r\n"))
      #expect(answer.hasSuffix("hello"))
    }
  }

  @Test func `pipelined requests are answered in order`() throws {
    try withServer { port, _ in
      let client = try TestClient(port: port)
      client.send((0..<500).map { get("/\($0)") }.joined() + get("/last", "Connection: close\r\n"))
      let answer = client.receive()
      let echoes = answer.split(separator: "\r\n").compactMap { line in
        line.hasPrefix("Echo: /") ? String(line.dropFirst(7)) : nil
      }
      #expect(echoes == (0..<500).map(String.init) + ["last"])
    }
  }

  @Test func `many clients at once are all answered`() async throws {
    var configuration = ServerConfiguration()
    configuration.addresses = [try SocketAddress(parsing: "127.0.0.1:0")]
    configuration.loops = 2
    let log = FileDescriptor(owning: unsafe open("/dev/null", O_WRONLY | O_CLOEXEC))
    configuration.accessLog = try AccessLog(to: log, format: .json, loops: 2)
    let journal = journal
    let server = try Server(configuration) { _ in ScriptedResponder(journal) }
    let port = try #require(server.addresses.first?.port)
    let request = get("/a")
    let later = get("/later")
    let answered = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<8 {
        group.addTask {
          var count = 0
          for _ in 0..<20 {
            let client = try TestClient(port: port)
            client.send(number % 4 == 0 ? later : request)
            let answer = client.receive(until: number % 4 == 0 ? "later" : "hello")
            if answer.hasPrefix("HTTP/1.1 200 ") { count += 1 }
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    server.stop()
    server.run()
    #expect(answered == 160)
  }

  @Test func `draining finishes what is under way and closes what is idle`() throws {
    try withServer { port, server in
      let idle = try TestClient(port: port)
      idle.send(get("/a"))
      #expect(idle.receive(until: "hello").hasSuffix("hello"))
      let busy = try TestClient(port: port)
      busy.send(get("/later"))
      #expect(journal.has("begun"))
      server.stop(drain: .seconds(60))
      let answer = busy.receive()
      #expect(answer.contains("Connection: close\r\n") && answer.hasSuffix("later"))
      #expect(idle.receive() == "")
      #expect(server.run())
      #expect(throws: (any Error).self) { try TestClient(port: port) }
    }
  }

  @Test func `an answer that is not finished when its time is over is cut short`() throws {
    try withServer { port, server in
      let client = try TestClient(port: port)
      client.send(get("/never"))
      #expect(journal.has("begun"))
      server.stop(drain: .milliseconds(1))
      #expect(!server.run())
      #expect(client.receive() == "")
      #expect(journal.has("cancelled"))
    }
  }

  @Test func `said to stop again, a server can only have less time`() throws {
    try withServer { port, server in
      let client = try TestClient(port: port)
      client.send(get("/never"))
      #expect(journal.has("begun"))
      server.stop(drain: .seconds(3600))
      server.stop()
      server.stop(drain: .seconds(3600))
      #expect(!server.run())
    }
  }

  @Test func `limits that change hold from the next request on`() throws {
    try withServer { port, server in
      let client = try TestClient(port: port)
      client.send(get("/a"))
      #expect(client.receive(until: "hello").hasPrefix("HTTP/1.1 200 "))
      var configuration = ServerConfiguration()
      configuration.limits.fields = 1
      server.obey(configuration)
      // The loops take it in their own time.
      var answer = ""
      repeat {
        let next = try TestClient(port: port)
        next.send(get("/a", "One: 1\r\nConnection: close\r\n"))
        answer = next.receive()
      } while answer.hasPrefix("HTTP/1.1 200 ")
      #expect(answer.hasPrefix("HTTP/1.1 431 "))
    }
  }

  @Test(arguments: [
    "127.0.0.1:0", "[::1]:443", "unix:/run/a.sock", "0.0.0.0:8080",
  ])
  func `an address reads back as it is written`(_ text: String) throws {
    #expect(try SocketAddress(parsing: text).description == text)
  }

  @Test(arguments: [
    "8080", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "example.org:80", "[::1:80", "unix:",
    "127.0.0.1:8 0", "[127.0.0.1]:80",
  ])
  func `what is no address is refused`(_ text: String) {
    #expect(throws: SocketAddress.Malformed.self) { try SocketAddress(parsing: text) }
  }
}
