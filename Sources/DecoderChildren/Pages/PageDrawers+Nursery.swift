import Posix
import PyramidFile
package import Sandbox
import Sources

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
  ///   - dotsPerInch: how finely drawings are cut.
  package convenience init(
    _ nursery: Nursery, boxed policy: BoxPolicy, limit: Int, memory: Int, dotsPerInch: Double
  ) {
    let box = Box(.vector, policy, memory: memory, processorSeconds: Self.processorSeconds)
    let order = CutWire.encode(DrawerOrder(box: box, dotsPerInch: dotsPerInch))
    self.init(limit: limit) { ring, document throws(Errno) in
      let pair = try SocketPair()
      let child = try nursery.fork(
        try Self.role(for: document),
        giving: [pair.farNumber, ring.descriptor.number, document.descriptor.number])
      // It reads this when it begins, and closes its end.
      try MessageLine(pair.takeNear(), longest: 0).send(order)
      return NurseryDecoder(child: child)
    }
  }

  private static func role(for document: LocalFile) throws(Errno) -> NurseryRole {
    do throws(FileError) {
      return try SourceFormat(of: document) == .svg ? .drawingDrawer : .pageDrawer
    } catch {
      throw error.errno
    }
  }
}
