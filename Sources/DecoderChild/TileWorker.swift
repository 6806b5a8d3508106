import Decoding
import DecoderChildren
import Posix
import Sandbox

/// The child of the nursery that decodes tiles: what the ring asks, until it is killed.
final class TileWorker: Sendable {
  /// For the largest tile's pixels, and its coefficients where it is progressive.
  private static let memory = 512 << 20

  private let ring: TileRing

  /// - Parameter descriptors: What the child was given: the ring's memory.
  init?(_ descriptors: [CInt]) {
    guard let first = descriptors.first,
      let ring = try? TileRing(mapping: FileDescriptor(owning: first))
    else { return nil }
    self.ring = ring
  }

  /// Gives up what decoding doesn't need.
  ///
  /// - Returns: the work; nil where it must not be done.
  func confined() -> (@Sendable () -> Void)? {
    ProcessLimits.setNoCoreFiles()
    ProcessLimits.setMemory(bytes: Self.memory)
    // Who asks sees that it has ended, and that nothing was decoded.
    guard (try? Confinement.enter()) != nil else { return nil }
    return { self.ring.serve(Self.decode) }
  }

  private static func decode(
    _ tile: RawSpan, _ order: TileOrder, _ room: inout MutableRawSpan
  ) -> TileRing.Reply {
    do throws(TileDecoder.Damage) {
      switch try TileDecoder.decode(tile, order.coding, as: order.form, into: &room) {
      case .made(let byteCount, let hasAlpha):
        return .made(byteCount: byteCount, hasAlpha: hasAlpha)
      case .otherPlanes: return .otherPlanes
      }
    } catch {
      return .damaged(error.words)
    }
  }
}
