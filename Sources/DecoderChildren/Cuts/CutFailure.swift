package import Posix

/// Why one image could not be cut: what was at fault, and words for whoever asked for it.
package struct CutFailure: Error, Codable, Equatable, Sendable {
  /// What is to blame; what is answered, and for how long, follows from it.
  package enum Cause: Codable, Equatable, Sendable {
    /// The image: it is none, or damaged, or of a kind that can't be cut.
    case source
    /// The image asks for more than it may have.
    case limit
    /// It took longer than it may, or made no progress.
    case deadline
    /// The system would not read, write or start.
    case environment(Errno, at: Place)
    /// The cutting process died of a signal.
    case died(signal: Int32)
    /// The file is another one by now: nothing is known of that.
    case changed
    /// Who asked for it stopped it.
    case interrupted
  }

  /// What the system was asked for, when it said no.
  package enum Place: String, Codable, Sendable {
    case source, store, decoder
  }

  package let cause: Cause
  package let words: String

  package init(_ cause: Cause, _ words: String) {
    self.cause = cause
    self.words = words
  }
}

extension CutFailure {
  /// Whether it is a verdict on the image, which the next try would end with too.
  ///
  /// A full disk says nothing of the image; neither does a signal for sure: memory may have been
  /// short, or somebody killed the decoder. And time is short on a busy machine.
  package var isOfTheImage: Bool {
    switch cause {
    case .source, .limit: true
    case .deadline, .died, .environment, .changed, .interrupted: false
    }
  }
}

extension CutFailure {
  static let senseless = CutFailure(.source, "the decoder answered what no decoder answers")
  package static let changedBeforeRead = CutFailure(.changed, "the file changed before it was read")
  package static let tooLong = CutFailure(.limit, "its pyramid would take more room than it may")
  package static let goneBeforeRead = CutFailure(.changed, "the file is not there any more")
  package static let movedBeforeRead = CutFailure(
    .changed, "the folder of images does not lie where it lay")
  package static let changedWhileRead = CutFailure(.changed, "the file changed while it was read")
}

extension CutFailure: CustomStringConvertible {
  package var description: String { words }
}

extension CutFailure {
  /// The pyramid could not be written; where the store lies is nobody's business.
  ///
  /// - Parameters:
  ///   - error: what the system said.
  ///   - words: the same in words that name no place of this host.
  ///   - shelf: the folder of the store in which it was to lie, where that is known.
  package init(storing error: Errno, _ words: String? = nil, shelf: String? = nil) {
    // Others are the disk's; rights are a folder's own.
    let place = error == .notPermitted ? shelf.map { " in the store's folder \($0)" } : nil
    let reason =
      error == .fileTooLarge
      ? "files may not become so long here (ulimit -f, or the file system)" : words ?? "\(error)"
    self.init(
      .environment(error, at: .store), "its pyramid can't be stored: \(reason)\(place ?? "")")
  }

  /// The same of a pyramid that is made among copies: nobody is to look for room in a bucket.
  package func made(in copies: String) -> CutFailure {
    guard case .environment(let error, at: .store) = cause,
      error == .noSpace || error == .overQuota
    else { return self }
    return CutFailure(cause, "\(words), \(copies)")
  }

  /// The source could not be read.
  ///
  /// - Parameters:
  ///   - error: what the system said.
  ///   - words: what is to be told.
  package init(reading error: Errno, _ words: String) {
    self.init(error.isOfTheFile ? .source : .environment(error, at: .source), words)
  }
}

extension Errno: Codable {}
