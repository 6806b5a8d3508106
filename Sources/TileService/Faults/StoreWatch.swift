import Posix
import Sources
import Storage
import Synchronization

/// Looks every few seconds whether the store takes what is cut, so that a full disk is known before
/// somebody asks for a new image; asks those elsewhere who have not answered; and clears away, once at the start, what killed writers left.
final class StoreWatch: Sendable {
  private struct State {
    var problem: FileError?
    var isStopping = false
  }

  private static let pause = Duration.seconds(3)

  private let store: any PyramidStore
  private let images: [FarMount]
  private let isWritten: Bool
  private let faults: FaultLog
  private let state = Monitor(State())
  private let threads = ThreadGroup()

  /// - Parameters:
  ///   - store: what is watched.
  ///   - images: where images lie elsewhere: they are asked until they answer.
  ///   - isWritten: whether pyramids are put there; otherwise it need only be there.
  ///   - faults: told when something goes wrong, and when it has passed.
  init(_ store: any PyramidStore, images: [FarMount], isWritten: Bool, faults: FaultLog) {
    self.store = store
    self.images = images
    self.isWritten = isWritten
    self.faults = faults
  }

  /// Why nothing can be stored now, as of a few seconds ago; nil where it can.
  var problem: String? { state.read { $0.problem?.words } }

  func start() throws(Errno) {
    try threads.start("store-watch", count: 1) { _ in self.run() }
  }

  func stop() {
    state.change { $0.isStopping = true }
    threads.join()
  }

  private func run() {
    if isWritten { sweep() }
    while true {
      look()
      tend()
      faults.tellHeldBack()
      let isOver: Void? = state.wait(until: Instant.now + Self.pause) { $0.isStopping ? () : nil }
      if isOver != nil { return }
    }
  }

  private func look() {
    let found = Self.problem(of: store, isWritten: isWritten)
    let before = state.change { state in
      defer { state.problem = found }
      return state.problem
    }
    // How long it has been so is no news.
    if let found, before?.errno != found.errno {
      let words = found.words
      faults.note(
        Fault(storing: found.errno), image: nil,
        isWritten ? "nothing can be stored: \(words)" : "the store can't be read: \(words)")
    } else if before != nil, found == nil {
      faults.say(isWritten ? "the store takes pyramids again" : "the store is there again")
    }
  }

  /// Pyramids that waited for the store are put there, and that is told.
  private func tend() {
    for mount in images { mount.tend() }
    let count = store.tend()
    guard count > 0 else { return }
    faults.say("\(count) pyramids that waited for the store are there now")
  }

  private static func problem(of store: any PyramidStore, isWritten: Bool) -> FileError? {
    do throws(FileError) {
      if isWritten { try store.checkTakesFiles() } else { try store.checkIsThere() }
      return nil
    } catch {
      return error
    }
  }

  private func sweep() {
    do throws(FileError) {
      let closed = try store.closedShelves()
      if let first = closed.first {
        faults.note(
          .storeUnusable, image: nil,
          "nothing can be stored in \(closed.count) of the store's folders, one is"
            + " \(String(decoding: first.lastComponent, as: UTF8.self)): \(Errno.notPermitted)")
        return
      }
      let count = try store.leftovers(removing: true).count
      guard count > 0 else { return }
      faults.say("removed \(count) files that killed writers left in the store")
    } catch {
      // What is wrong with an engine is told by who watches it.
      guard !error.errno.isOfAnEngine else { return }
      faults.note(
        Fault(storing: error.errno), image: nil,
        "what killed writers left in the store can't be removed: \(error.words)")
    }
  }
}
