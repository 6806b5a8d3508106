import Posix
import PyramidFile
package import Sandbox

extension PageDrawers {
  /// They live as long as who asks them: each part has a deadline of its own.
  private static let processorSeconds = 1 << 30

  /// Processes that a nursery makes.
  ///
  /// - Parameters:
  ///   - nursery: who makes them.
  ///   - policy: how they are boxed here.
  ///   - limit: how many run at most.
  ///   - memory: what each may write to, in bytes.
  package convenience init(_ nursery: Nursery, boxed policy: BoxPolicy, limit: Int, memory: Int) {
    let box = Box(.vector, policy, memory: memory, processorSeconds: Self.processorSeconds)
    let order = CutWire.encode(box)
    self.init(limit: limit) { ring, document throws(Errno) in
      let pair = try SocketPair()
      let child = try nursery.fork(
        .pageDrawer,
        giving: [pair.farNumber, ring.descriptor.number, document.descriptor.number])
      // It reads this when it begins, and closes its end.
      try MessageLine(pair.takeNear(), longest: 0).send(order)
      return NurseryDecoder(child: child)
    }
  }
}
