import Glibc
import Posix
import Synchronization

@testable import DecoderChildren

/// A decoder in a thread of the test, which does as it is told.
///
/// A thread can't be killed: one that never answers stays until the tests end.
final class ThreadDecoder: RunningDecoder {
  private let told = Mutex<DecoderEnding?>(nil)
  private let wasEnded = Atomic(false)

  var ending: DecoderEnding? { told.withLock { $0 } }
  var isEnded: Bool { wasEnded.load(ordering: .relaxed) }

  func end() { wasEnded.store(true, ordering: .relaxed) }

  /// Ends by itself.
  func die(_ ending: DecoderEnding) { told.withLock { $0 = ending } }

  /// Starts a decoder.
  ///
  /// - Parameters:
  ///   - memory: the ring's.
  ///   - serve: what it does with its side of the ring.
  /// - Throws: what the system said.
  init(
    _ memory: SharedMemory, _ serve: @escaping @Sendable (ThreadDecoder, TileRing) -> Void
  ) throws(Errno) {
    let ring = try TileRing(mapping: FileDescriptor(owning: dup(memory.descriptor.number)))
    try Thread(name: "decoder") { serve(self, ring) }.detach()
  }
}

extension TileRing {
  /// Answers every order with bytes that tell of it: the tile's first byte, everywhere.
  func serveHonestly() {
    serve { tile, order, room in
      let value = tile.byteCount > 0 ? unsafe tile.unsafeLoad(as: UInt8.self) : 0
      unsafe room.withUnsafeMutableBytes { room in
        for index in room.indices { unsafe room[index] = value }
      }
      return .made(byteCount: min(order.outputLength, 1000), hasAlpha: false)
    }
  }
}
