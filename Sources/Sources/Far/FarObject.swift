import PyramidFile
import FetchRules
import Fetching
import Posix
import S3Wire
import Synchronization

/// One state of an object, and whether it still is the object's.
///
/// What is known is believed for a while; then whoever asks next has it looked at, and is answered
/// from what is known. While the engine is silent it is believed for longer.
final class FarObject: SourceWatch {
  /// Below the mount's prefix or base.
  let name: [UInt8]
  let size: Int64
  let objectTag: ObjectTag
  /// Seconds since 1970; nil where nobody says it.
  let modified: Int64?
  let mount: FarMount
  private let isReplaced = Atomic(false)
  /// In nanoseconds: when it is to be looked at, and when it was last seen to be the same.
  private let due: Atomic<Int64>
  private let seen: Atomic<Int64>

  /// While the engine is silent it is asked again after so long, in nanoseconds.
  private static let pause: Int64 = 10_000_000_000

  init(_ name: [UInt8], _ facts: FarFolder.File, of mount: FarMount) {
    self.name = name
    self.mount = mount
    size = facts.size
    objectTag = facts.tag
    modified = facts.modified
    let now = Clock.monotonicNanoseconds
    seen = Atomic(now)
    due = Atomic(now + Int64(mount.rules.check) * 1_000_000_000)
  }

  var isCurrent: Bool {
    guard !isReplaced.load(ordering: .relaxed) else { return false }
    let now = Clock.monotonicNanoseconds
    let due = due.load(ordering: .relaxed)
    guard now >= due else { return true }
    // One of those who come now looks.
    let next = now + Self.pause
    if self.due.compareExchange(expected: due, desired: next, ordering: .relaxed).exchanged {
      look()
    }
    return true
  }

  /// When it was last seen to be what lies there, in seconds since 1970; nil where it is not any more.
  var seenAt: Int64? {
    guard !isReplaced.load(ordering: .relaxed) else { return nil }
    let age = Clock.monotonicNanoseconds - seen.load(ordering: .relaxed)
    return Clock.wallSeconds - age / 1_000_000_000
  }

  /// It was seen so long ago, and nobody could be asked since: who comes next has it looked at.
  ///
  /// - Parameter seconds: how long.
  func believe(fromBefore seconds: Int64) {
    let now = Clock.monotonicNanoseconds
    seen.store(now - seconds * 1_000_000_000, ordering: .relaxed)
    due.store(now, ordering: .relaxed)
  }

  /// Says that another state is there.
  func replace() { isReplaced.store(true, ordering: .relaxed) }

  /// Asks for a byte of this very state.
  private func look() {
    guard size > 0 else { return }
    let wish = FetchWishes.part(0..<1, of: self, .index)
    mount.fetch(wish, into: NoSink()) { [self] end in
      let now = Clock.monotonicNanoseconds
      switch end {
      case .whole: believe(from: now)
      // A host without parts tells at least whether it is the same.
      case .failed(.noRanges): believe(from: now)
      case .failed(.changed), .failed(.absent): replace()
      case .failed:
        let patience = Int64(mount.rules.stale) * 1_000_000_000
        if now - seen.load(ordering: .relaxed) > patience { replace() }
      }
    }
  }

  private func believe(from now: Int64) {
    seen.store(now, ordering: .relaxed)
    due.store(now + Int64(mount.rules.check) * 1_000_000_000, ordering: .relaxed)
  }
}
