import Decoding
import DecoderChildren
import Glibc
import Posix
import Sandbox

/// The child of the nursery that decodes tiles: what the ring asks, until it is killed.
final class TileWorker: Sendable {
  private let line: MessageLine
  private let ring: TileRing
  /// All that stays open in the box.
  private let kept: [CInt]
  private let nursery = getppid()

  /// - Parameter descriptors: what the child was given: the line on which it is told its box, and
  ///   the ring's memory.
  init?(_ descriptors: [CInt]) {
    guard descriptors.count == 2,
      let ring = try? TileRing(mapping: FileDescriptor(owning: descriptors[1]))
    else { return nil }
    line = MessageLine(FileDescriptor(owning: descriptors[0]), longest: 1 << 12)
    self.ring = ring
    kept = [0, 1, 2, descriptors[1]]
  }

  /// Gives up what decoding doesn't need.
  ///
  /// - Returns: the work; nil where it must not be done. Who asks sees that this has ended then, and
  ///   that nothing was decoded.
  func boxed() -> (@Sendable () -> Void)? {
    guard case .message(let message) = line.next(until: .now + .seconds(60)),
      let box = CutWire.decode(Box.self, message),
      (try? box.enter(keeping: kept, childOf: nursery)) != nil
    else { return nil }
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
