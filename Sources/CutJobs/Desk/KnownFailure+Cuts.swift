import DecoderChildren
import Posix
import Storage

extension KnownFailure {
  /// What is told to other hosts; nil for what says nothing of the image.
  ///
  /// - Parameters:
  ///   - failure: what a cut ended with.
  ///   - before: how often it has failed in a row before that.
  init?(_ failure: CutFailure, after before: Int) {
    let cause: Cause
    switch failure.cause {
    case .source: cause = .source
    case .limit: cause = .limit
    case .deadline: cause = .deadline
    case .environment, .died, .changed, .interrupted: return nil
    }
    self.init(
      cause, failure.words, attempts: before + 1,
      seconds: Int64(FailureMemory.pause(failure, after: before).seconds))
  }
}

extension CutFailure {
  /// What another host has found.
  init(_ known: KnownFailure) {
    switch known.cause {
    case .source: self.init(.source, known.reason)
    case .limit: self.init(.limit, known.reason)
    case .deadline: self.init(.deadline, known.reason)
    }
  }
}
