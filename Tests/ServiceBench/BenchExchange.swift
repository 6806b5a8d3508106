import Foundation
package import HTTPWire
import Posix

/// Takes what other threads answer, for a bench that waits for it.
package final class BenchExchange: Exchange {
  package init() {}

  private struct Arrivals {
    var response: Response?
    var pieces: [BodyPiece] = []
  }

  private let arrivals = Monitor(Arrivals())

  package func answer(_ response: Response) { arrivals.change { $0.response = response } }

  package func supply(_ piece: BodyPiece) { arrivals.change { $0.pieces.append(piece) } }

  var isAnswered: Bool { arrivals.read { $0.response != nil } }

  /// Waits for the answer.
  func response() -> Response { arrivals.wait { $0.response } }

  /// All of a response's body; of a stream, its pieces one behind the other.
  func body(of response: Response) -> [UInt8] {
    switch response.body {
    case .empty: []
    case .bytes(let bytes): Self.bytes(of: .bytes(bytes))
    case .file(let region): Self.bytes(of: .file(region))
    case .stream(let producer, _): everything(producer)
    }
  }

  /// All that is still to come of a stream.
  package func everything(_ producer: any BodyProducer) -> [UInt8] {
    var all: [UInt8] = []
    while true {
      producer.produce(for: self)
      let piece = next()
      switch piece {
      case .bytes, .file: all += Self.bytes(of: piece)
      case .end, .failed: return all
      }
    }
  }

  /// Waits for the next piece of a stream that was asked for it.
  package func next() -> BodyPiece {
    arrivals.wait { $0.pieces.isEmpty ? nil : $0.pieces.removeFirst() }
  }

  package static func bytes(of piece: BodyPiece) -> [UInt8] {
    switch piece {
    case .bytes(let shared):
      guard let start = unsafe shared.start else { return [] }
      return unsafe Array(UnsafeRawBufferPointer(start: start, count: shared.count))
    case .file(let region):
      var bytes = [UInt8](repeating: 0, count: Int(region.length))
      let read = unsafe pread(
        region.descriptor, &bytes, bytes.count, off_t(region.offset))
      return Array(bytes.prefix(max(0, read)))
    case .end, .failed: return []
    }
  }
}
