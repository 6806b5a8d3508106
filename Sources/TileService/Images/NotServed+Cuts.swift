import CutJobs
import DecoderChildren
import Glibc
import HTTPWire
import Posix

extension NotServed {
  init(_ refusal: CutRefusal) {
    switch refusal {
    case .notMade:
      self.init(.notFound, "the image has no pyramid yet, and none is made on demand here")
    case .lineIsFull:
      self.init(.serviceUnavailable, "too many images wait for their pyramids", retryAfter: 10)
    case .failed(let failure): self.init(failure)
    }
  }

  /// What is told of a failed cut: its cause decides.
  ///
  /// - Parameter failure: what went wrong.
  init(_ failure: CutFailure) {
    self.init(failure, "the image can't be cut: \(failure.words)")
  }

  /// What is told of a document that could not be read.
  ///
  /// - Parameter failure: what went wrong.
  init(document failure: CutFailure) {
    self.init(failure, "the document can't be read: \(failure.words)")
  }

  private init(_ failure: CutFailure, _ words: String) {
    switch failure.cause {
    case .source, .limit, .deadline: self.init(.unprocessable, words)
    case .environment(let error, _): self.init(fault: error, words)
    case .died(SIGKILL), .interrupted:
      self.init(.serviceUnavailable, words, retryAfter: FailureMemory.seconds)
    case .died: self.init(.unprocessable, words)
    // The next request finds the file as it is now.
    case .changed: self.init(.serviceUnavailable, words, retryAfter: 1)
    }
  }
}
