import Caching
import HTTPWire
import ImageRequest
import Posix
import Rendering
import Synchronization

/// Pages in small, drawn as large as they are asked for: no page is cut for that.
final class ThumbnailDesk: Sendable {
  struct Key: Hashable, Sendable {
    let document: FileStatus
    /// From 1.
    let page: Int
    let plan: ImagePlan
  }

  enum Outcome: Sendable {
    case made(SharedBytes)
    /// Whoever asks may have the page cut, and learns what is wrong with it.
    case notDrawn
  }

  /// A side of one, in pixels.
  static let longestSide: Int64 = 512
  /// Some ten kilobytes each.
  private static let budget = ByteBudget(bytes: 32 << 20)
  /// What a cache entry takes besides its bytes.
  private static let entryBytes = 256

  private let pictures: PictureDesk
  private let cache = Mutex(ByteCache<Key, SharedBytes>(budget: budget))
  private let work = SharedWork<Key, Outcome>()

  /// - Parameter pictures: whose threads have pages drawn.
  init(_ pictures: PictureDesk) { self.pictures = pictures }

  func cached(_ key: Key) -> SharedBytes? { cache.withLock { $0.value(for: key) } }

  /// Asks for a thumbnail for somebody who may leave.
  ///
  /// - Parameters:
  ///   - key: what is to be drawn.
  ///   - drawing: who draws its page.
  ///   - waiting: who waits for it.
  ///   - tell: called once, on another thread.
  /// - Returns: false when too much waits already; `tell` is not called then.
  func request(
    _ key: Key, by drawing: any BlockDrawing, for waiting: borrowing Waiting,
    tell: @escaping @Sendable (Outcome) -> Void
  ) -> Bool {
    guard pictures.hasDrawings() else { return false }
    let place = DrawingPlace(key.document, .thumbnail(page: key.page, key.plan.size))
    return work.request(key, for: waiting, tell: tell) { carryOut in
      pictures.drawings.submit(place) { isLate in
        var isDrawn = false
        carryOut {
          let outcome = isLate ? .notDrawn : self.draw(key, by: drawing)
          if case .made = outcome { isDrawn = true }
          return outcome
        }
        return isDrawn
      }
    }
  }

  /// - Returns: nil when nobody wants it any more.
  private func draw(_ key: Key, by drawing: any BlockDrawing) -> Outcome? {
    guard pictures.unsent.hasRoom(beyond: pictures.cacheCounts.bytes) else { return .notDrawn }
    do throws(RenderError) {
      let made = try pictures.renderer.draw(
        key.plan, by: drawing, isCancelled: { !work.isWanted(key) })
      let bytes = pictures.unsent.keep(made)
      cache.withLock { $0.insert(bytes, for: key, cost: bytes.count + Self.entryBytes) }
      return .made(bytes)
    } catch {
      return error == .cancelled ? nil : .notDrawn
    }
  }
}
