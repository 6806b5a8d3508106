import Posix
import Sources

/// Looks once a second whether the folder of images is still the one that was opened: somebody may
/// have renamed it and put another in its place, or switched the link that leads to it.
///
/// A thread of its own: where the folder lies on another machine, looking may take long.
final class RootWatch: Sendable {
  private enum Standing {
    case same, other
    /// Nothing can be found there now; what is open goes on being served.
    case gone(FileError)
  }

  private static let interval = Duration.seconds(1)

  private let index: ImageIndex
  private let report: @Sendable (String) -> Void
  private let isEnding = Monitor(false)
  private let threads = ThreadGroup()

  /// A watch that is still to be started.
  ///
  /// - Parameters:
  ///   - index: whose root is watched.
  ///   - report: told of each change, in a sentence.
  init(_ index: ImageIndex, report: @escaping @Sendable (String) -> Void) {
    self.index = index
    self.report = report
  }

  func start() throws(Errno) {
    try threads.start("root", count: 1) { _ in self.run() }
  }

  func stop() {
    isEnding.change { $0 = true }
    threads.join()
  }

  private func run() {
    var wasGone = false
    while !isOver(after: Self.interval) {
      guard let root = index.root.folder else { return }
      switch standing(of: root) {
      case .same: wasGone = false
      case .other: wasGone = !goOver(from: root)
      case .gone(let error):
        if !wasGone { report("the folder of images is gone, what is open stays served: \(error)") }
        wasGone = true
      }
    }
  }

  private func isOver(after time: Duration) -> Bool {
    isEnding.wait(until: .now + time) { $0 ? true : nil } ?? false
  }

  private func standing(of root: SourceRoot) -> Standing {
    do throws(FileError) {
      return try root.isWhereItWas() ? .same : .other
    } catch {
      return .gone(error)
    }
  }

  /// - Returns: whether the other folder is served now.
  private func goOver(from root: SourceRoot) -> Bool {
    do throws(FileError) {
      try index.reopenRoot()
    } catch {
      report("another folder lies at \(root.given), and can't be opened: \(error)")
      return false
    }
    report("another folder lies at \(root.given): it is served now")
    return true
  }
}
