import Posix
package import Sandbox

extension TileDecoders {
  /// For the largest tile's pixels, and its coefficients where it is progressive.
  private static let memory = 512 << 20
  /// It lives as long as who asks it: each tile has a deadline of its own.
  private static let processorSeconds = 1 << 30

  /// Decoders that a nursery makes.
  ///
  /// - Parameters:
  ///   - nursery: who makes them.
  ///   - policy: how they are boxed here.
  ///   - limit: how many run at most.
  ///   - deadline: how long a tile may take.
  package convenience init(
    _ nursery: Nursery, boxed policy: BoxPolicy, limit: Int,
    deadline: Duration = .seconds(2)
  ) {
    let box = Box(
      .tile, policy, memory: Self.memory, processorSeconds: Self.processorSeconds)
    let order = CutWire.encode(box)
    self.init(limit: limit, deadline: deadline) { memory throws(Errno) in
      let pair = try SocketPair()
      let child = try nursery.fork(
        .tileDecoder, giving: [pair.farNumber, memory.descriptor.number])
      // It reads this when it begins, and closes its end.
      try MessageLine(pair.takeNear(), longest: 0).send(order)
      return NurseryDecoder(child: child)
    }
  }
}
