import Glibc
import Posix
import Testing

@Suite struct TransferTests {
  /// Two ends of one connection that never wait.
  private struct Pair: ~Copyable {
    let near: FileDescriptor
    let far: FileDescriptor

    init() throws {
      var ends: [CInt] = [0, 0]
      let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
      guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Errno.current }
      near = FileDescriptor(owning: ends[0])
      far = FileDescriptor(owning: ends[1])
    }

    /// What has come at the far end.
    func received() -> String {
      let buffer = IOBuffer(capacity: 1 << 16)
      guard case .bytes(let count) = Transfer.receive(from: far.number, into: buffer) else {
        return ""
      }
      return buffer.withBytes(count) { bytes in
        String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
    }
  }

  private func buffer(_ text: String) -> IOBuffer {
    let bytes = Array(text.utf8)
    let buffer = IOBuffer(capacity: max(1, bytes.count))
    buffer.write(bytes.span, at: 0)
    return buffer
  }

  @Test func `what a list names is sent in its order`() throws {
    let pair = try Pair()
    let words = buffer("one two three")
    var list = SendList(capacity: 4)
    list.append(words, at: 8, count: 5)
    list.append(words, at: 0, count: 3)
    list.append(words, at: 0, count: 0)
    #expect(list.count == 2 && list.byteCount == 8)
    #expect(Transfer.send(list, to: pair.near.number, moreFollows: false) == .bytes(8))
    #expect(pair.received() == "threeone")
  }

  @Test func `neighbours in memory become one stretch`() throws {
    let pair = try Pair()
    let words = buffer("one two three")
    var list = SendList(capacity: 1)
    list.append(words, at: 0, count: 4)
    list.append(words, at: 4, count: 4)
    #expect(list.count == 1 && list.isFull)
    #expect(Transfer.send(list, to: pair.near.number, moreFollows: true) == .bytes(8))
    #expect(pair.received() == "one two ")
    list.removeAll()
    #expect(list.count == 0 && list.byteCount == 0)
  }

  @Test func `a part of a file is sent and read where it lies`() throws {
    let pair = try Pair()
    let folder = try TemporaryFolder()
    try folder.write("0123456789", to: "file")
    let file = try FileDescriptor.open(try folder("file"), .reading)
    let (number, near) = (file.number, pair.near.number)
    #expect(Transfer.send(file: number, from: 3, count: 4, to: near) == .bytes(4))
    #expect(pair.received() == "3456")
    // Beyond its end there is nothing.
    #expect(Transfer.send(file: number, from: 10, count: 4, to: near) == .ended)
    let read = IOBuffer(capacity: 8)
    #expect(Transfer.read(number, from: 8, count: 4, into: read, at: 2) == .bytes(2))
    #expect(read.withBytes(4) { $0[2] == 0x38 && $0[3] == 0x39 })
  }

  @Test func `nothing there, the other end gone, and no more room are told apart`() throws {
    let pair = try Pair()
    let (near, far) = (pair.near.number, pair.far.number)
    let into = IOBuffer(capacity: 1 << 16)
    #expect(Transfer.receive(from: far, into: into) == .wouldBlock)
    var list = SendList(capacity: 1)
    list.append(into, at: 0, count: into.capacity)
    var sent = 0
    while case .bytes(let count) = Transfer.send(list, to: near, moreFollows: false) {
      sent += count
    }
    #expect(sent > 0)
    #expect(Transfer.send(list, to: near, moreFollows: false) == .wouldBlock)
    Socket.endOutput(of: far)
    #expect(Transfer.receive(from: near, into: into) == .ended)
    #expect(Transfer.receive(from: -1, into: into) == .failed(.badDescriptor))
  }
}
