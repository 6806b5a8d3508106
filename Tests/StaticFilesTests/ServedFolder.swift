import Foundation
import Glibc
import HTTPWire
import StaticFiles
import Testing

/// A folder of its own, asked for its files without a socket.
final class ServedFolder {
  struct Answer {
    let status: Int
    let fields: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  private let parent = FileManager.default.temporaryDirectory
    .appendingPathComponent("pyramidion-\(UUID().uuidString)")
  let path: String
  private let responder: FileResponder

  init() throws {
    path = parent.appendingPathComponent("served").path
    try FileManager.default.createDirectory(
      atPath: path + "/sub", withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: parent.appendingPathComponent("secret"))
    responder = try FileResponder(root: path, openFiles: 4)
    try write("hello", to: "a.txt")
    try write("<p>sub</p>", to: "sub/index.html")
  }

  deinit { try? FileManager.default.removeItem(at: parent) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  /// What a client would read of one request.
  func get(_ target: String, _ fields: String..., method: String = "GET") throws -> Answer {
    let lines = ["\(method) \(target) HTTP/1.1", "Host: a"] + fields
    let head = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    var machine = ConnectionMachine()
    var request = Request()
    var consumed = 0
    let step = machine.advance(head.span, consumed: &consumed, into: &request, limits: WireLimits())
    guard case .request = step else { throw Unread(target: target) }
    var response = Response()
    guard case .now = responder.respond(to: request, with: &response) else {
      throw Unread(target: target)
    }
    var output: [UInt8] = []
    let delivery = machine.beginAnswer(response, to: request, date: [], into: &output)
    let answer = String(decoding: output, as: UTF8.self).split(separator: "\r\n")
    let pairs = answer.dropFirst().map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
    return Answer(
      status: Int(answer[0].split(separator: " ")[1]) ?? 0,
      fields: Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }),
      body: delivery == .none ? [] : bytes(of: response.body))
  }

  private func bytes(of body: Body) -> [UInt8] {
    switch body {
    case .empty, .stream: return []
    case .bytes(let bytes):
      guard let start = unsafe bytes.start else { return [] }
      return unsafe Array(UnsafeRawBufferPointer(start: start, count: bytes.count))
    case .file(let region):
      var bytes = [UInt8](repeating: 0, count: Int(region.length))
      let count = unsafe pread(
        region.descriptor, &bytes, bytes.count, off_t(region.offset))
      return Array(bytes.prefix(max(0, count)))
    }
  }

  struct Unread: Error {
    let target: String
  }
}
