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
  /// Those that outlive the process; nil where nothing is kept.
  private let store: KeptThumbnails?
  private let cache = Mutex(ByteCache<Key, SharedBytes>(budget: budget))
  private let work = SharedWork<Key, Outcome>()

  /// - Parameters:
  ///   - pictures: whose threads have pages drawn.
  ///   - store: where they outlive the process; nil where nothing is kept.
  init(_ pictures: PictureDesk, keptIn store: KeptThumbnails?) {
    self.pictures = pictures
    self.store = store
  }

  func stop() { store?.stop() }

  /// A thumbnail that was drawn before.
  ///
  /// - Parameters:
  ///   - key: what would be drawn.
  ///   - place: where it is kept; nil for one that is not.
  /// - Returns: nil for one that is to be drawn.
  func known(_ key: Key, at place: KeptThumbnails.Place?) -> SharedBytes? {
    if let bytes = cache.withLock({ $0.value(for: key) }) { return bytes }
    guard let place, let picture = store?.picture(at: place) else { return nil }
    return remember(picture, as: key)
  }

  private func remember(_ picture: [UInt8], as key: Key) -> SharedBytes {
    let bytes = pictures.unsent.keep(picture)
    cache.withLock { $0.insert(bytes, for: key, cost: bytes.count + Self.entryBytes) }
    return bytes
  }

  /// Asks for a thumbnail for somebody who may leave.
  ///
  /// - Parameters:
  ///   - key: what is to be drawn.
  ///   - place: where it is kept; nil for one that is not.
  ///   - drawing: who draws its page.
  ///   - waiting: who waits for it.
  ///   - tell: called once, on another thread.
  /// - Returns: false when too much waits already; `tell` is not called then.
  func request(
    _ key: Key, keptAt place: KeptThumbnails.Place?, by drawing: any BlockDrawing,
    for waiting: borrowing Waiting,
    tell: @escaping @Sendable (Outcome) -> Void
  ) -> Bool {
    guard pictures.hasDrawings() else { return false }
    let part = DrawingPlace(key.document, .thumbnail(page: key.page, key.plan.size))
    return work.request(key, for: waiting, tell: tell) { carryOut in
      pictures.drawings.submit(part) { isLate in
        var isDrawn = false
        carryOut {
          let outcome = isLate ? .notDrawn : self.draw(key, keptAt: place, by: drawing)
          if case .made = outcome { isDrawn = true }
          return outcome
        }
        return isDrawn
      }
    }
  }

  /// - Returns: nil when nobody wants it any more.
  private func draw(
    _ key: Key, keptAt place: KeptThumbnails.Place?, by drawing: any BlockDrawing
  ) -> Outcome? {
    guard pictures.unsent.hasRoom(beyond: pictures.cacheCounts.bytes) else { return .notDrawn }
    do throws(RenderError) {
      let made = try pictures.renderer.draw(
        key.plan, by: drawing, isCancelled: { !work.isWanted(key) })
      if let place { store?.keep(made, at: place) }
      return .made(remember(made, as: key))
    } catch {
      return error == .cancelled ? nil : .notDrawn
    }
  }
}
