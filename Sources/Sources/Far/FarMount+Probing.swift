import Fetching
package import Posix
import S3Wire

/// Whether what lies elsewhere can be read at all, before somebody wants anything of it.
extension FarMount {
  /// Who may not list a bucket is told so at once, and it is looked again after so long.
  private static let patience = Duration.seconds(60)

  /// Asks a bucket for a name of it, and waits.
  ///
  /// - Throws: why it can't be read.
  package func checkAnswers() throws(FileError) {
    guard let first = firstName else { return }
    _ = try page(first, [])
  }

  /// Has it asked, unless it has answered; called every few seconds, nobody waits for that.
  package func tend() {
    guard let first = firstName else { return }
    let isDue = state.read { state in
      if let unlisted = state.unlisted { return Instant.now - unlisted.seen > Self.patience }
      return !state.isProbed || state.silent != nil
    }
    guard isDue else { return }
    fetch(FetchWish(first), into: NoSink()) { [self] end in
      if case .failed(let failure) = end, case .denied = failure {
        let isNew = state.change { state in
          defer { (state.isProbed, state.unlisted) = (true, (failure, .now)) }
          return state.unlisted == nil
        }
        if isNew { report("\(title) may not be listed: \(failure)") }
      } else if case .whole = end {
        state.change { ($0.isProbed, $0.unlisted) = (true, nil) }
      }
    }
  }

  /// What is wrong with its engine, in a sentence that follows what it is called, and that strangers
  /// may read; nil where nothing is known to be.
  package var trouble: String? {
    let (silent, unlisted) = state.read { ($0.silent, $0.unlisted) }
    if let silent {
      let seconds = Int((Instant.now - silent.since).seconds)
      return "has not answered for \(seconds) s: \(silent.why.plainWords)"
    }
    // Images that are asked for by their names may be had all the same.
    guard role == .pyramids, let unlisted else { return nil }
    return "may not be listed: \(unlisted.why.plainWords)"
  }

  private var firstName: ListingPage? {
    guard case .bucket(let bucket) = address else { return nil }
    return ListingPage(of: bucket.prefix, from: .beginning, limit: 1)
  }
}
