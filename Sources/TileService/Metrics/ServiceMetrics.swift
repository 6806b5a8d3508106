import DecoderChildren
import Posix
import Synchronization

/// What the service counts, for `/metrics`.
final class ServiceMetrics: Sendable {
  let loops: [LoopMetrics]
  /// Of answers that other threads give.
  let late = LoopMetrics(isShared: true)
  private let connectionCount = Mutex<(@Sendable () -> Int)?>(nil)
  private let decoderCounts = Mutex<(@Sendable () -> TileDecoders.Counts)?>(nil)

  private let lostLogLines = Mutex<(@Sendable () -> Int)?>(nil)

  init(loops: Int) {
    self.loops = (0..<loops).map { _ in LoopMetrics(isShared: false) }
  }

  func setConnectionCount(_ count: @escaping @Sendable () -> Int) {
    connectionCount.withLock { $0 = count }
  }

  func setDecoderCounts(_ counts: @escaping @Sendable () -> TileDecoders.Counts) {
    decoderCounts.withLock { $0 = counts }
  }

  func setLostLogLines(_ count: @escaping @Sendable () -> Int) {
    lostLogLines.withLock { $0 = count }
  }

  /// nil where tiles are decoded in no process of their own.
  var tileDecoders: TileDecoders.Counts? { decoderCounts.withLock { $0 }?() }

  var connections: Int? { connectionCount.withLock { $0 }?() }

  var logLosses: Int? { lostLogLines.withLock { $0 }?() }

  var sum: MetricsSum {
    var sum = MetricsSum()
    for loop in loops { loop.add(to: &sum) }
    late.add(to: &sum)
    return sum
  }
}
