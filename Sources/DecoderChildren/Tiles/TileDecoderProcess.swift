import Posix
import Synchronization

/// One decoder of tiles, and the ring through which it is asked: one tile at a time, by one thread
/// at a time.
final class TileDecoderProcess: Sendable {
  let ring: TileRing
  private let process: any RunningDecoder
  private let lastNumber = Atomic<UInt32>(0)

  /// What was touched for a larger tile is given back after it.
  private static let keptRoom = 4 << 20

  init(_ ring: TileRing, _ process: any RunningDecoder) {
    self.ring = ring
    self.process = process
  }

  deinit { process.end() }

  func end() { process.end() }

  /// Has a tile decoded.
  ///
  /// - Parameters:
  ///   - tile: its bytes, for which the ring has room.
  ///   - order: what is wanted of it.
  ///   - deadline: until when.
  /// - Returns: what was answered.
  /// - Throws: why there is no answer; the process is to be ended then.
  func decode(
    _ tile: [UInt8], _ order: TileOrder, until deadline: Instant
  ) throws(OrderTurns.Failure) -> TileRingAnswer {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    ring.ask(order, tile, number: number)
    try ring.turns.waitForAnswer(to: number, from: process, until: deadline)
    guard let answer = ring.answer(to: order) else { throw .lied }
    if max(order.tileLength, order.outputLength) > Self.keptRoom { ring.release() }
    return answer
  }
}
