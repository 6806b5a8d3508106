import CodecErrors
import DecoderChildren
import Glibc
import Posix
import Sandbox

/// The child of the nursery that draws parts of one document or drawing: what the ring asks, until it
/// is killed.
final class PageWorker<Held: PartDrawing>: Sendable {
  private let line: MessageLine
  private let ring: PageRing
  private let document: CInt
  /// All that stays open in the box.
  private let kept: [CInt]
  private let nursery = getppid()

  /// - Parameter descriptors: what the child was given: the line on which it is told its box, the
  ///   ring's memory, and the document.
  init?(_ descriptors: [CInt]) {
    guard descriptors.count == 3,
      let ring = try? PageRing(mapping: FileDescriptor(owning: descriptors[1]))
    else { return nil }
    line = MessageLine(FileDescriptor(owning: descriptors[0]), longest: 1 << 12)
    self.ring = ring
    document = descriptors[2]
    kept = [0, 1, 2, descriptors[1], descriptors[2]]
  }

  /// Gives up what drawing doesn't need.
  ///
  /// - Returns: the work; nil where it must not be done. Who asks sees that this has ended then, and
  ///   that nothing was drawn.
  func boxed() -> (@Sendable () -> Void)? {
    guard case .message(let message) = line.next(until: .now + .seconds(60)),
      let order = CutWire.decode(DrawerOrder.self, message),
      (try? order.box.enter(keeping: kept, childOf: nursery)) != nil
    else { return nil }
    return { self.serve(order) }
  }

  private func serve(_ begun: DrawerOrder) {
    var held: Held?
    let descriptor = document
    ring.serve(
      burden: {
        PageRing.Burden(megabytes: Self.megabytes, pages: held?.burden ?? 0)
      },
      { order, room in
        do throws(CodecError) {
          // What keeps it from being opened keeps all of it from being drawn, each time.
          let document: Held
          if let held {
            document = held
          } else {
            document = try Held(FileDescriptor(owning: dup(descriptor)), begun)
          }
          held = document
          if order.isForReading {
            try document.getReady(for: order.page)
          } else {
            try document.draw(order, into: &room)
          }
          return .drawn
        } catch {
          return .failed(error.reason)
        }
      })
  }

  /// Memory that this process has had.
  private static var megabytes: Int {
    var usage = rusage()
    guard unsafe getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { return 0 }
    return usage.ru_maxrss >> 10
  }
}
