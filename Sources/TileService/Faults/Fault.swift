import DecoderChildren
import Glibc
import Posix

/// Trouble of the machine, of a decoder, of a pyramid or of a file beside an image: nothing that
/// whoever asked could help, and something that whoever runs the service should hear of.
///
/// The names are a promise: logs and metrics have them.
package enum Fault: Int, CaseIterable, Sendable {
  case storeFull, storeUnusable, unreadable, outOfDescriptors, outOfMemory
  case decoderUnusable, decoderKilled, decoderCrashed, deadline, damagedPyramid
  case logUnwritable, sidecar, engine, pageNotDrawn, copiesFull, namesMissing

  var name: StaticString {
    switch self {
    case .storeFull: "store-full"
    case .storeUnusable: "store-unusable"
    case .unreadable: "unreadable"
    case .outOfDescriptors: "out-of-descriptors"
    case .outOfMemory: "out-of-memory"
    case .decoderUnusable: "decoder-unusable"
    case .decoderKilled: "decoder-killed"
    case .decoderCrashed: "decoder-crashed"
    case .deadline: "deadline"
    case .damagedPyramid: "damaged-pyramid"
    case .logUnwritable: "log-unwritable"
    case .sidecar: "sidecar"
    case .engine: "engine"
    case .pageNotDrawn: "page-not-drawn"
    case .copiesFull: "copies-full"
    case .namesMissing: "names-missing"
    }
  }

  /// What the system said to reading a source or a pyramid.
  init(reading error: Errno) {
    self = Fault(ofTheProcess: error) ?? (error.isOfAnEngine ? .engine : .unreadable)
  }

  /// What the system said to writing to the store.
  init(storing error: Errno) {
    switch error {
    case .noSpace, .overQuota, .fileTooLarge: self = .storeFull
    default: self = Fault(ofTheProcess: error) ?? .storeUnusable
    }
  }

  /// What a cut ended with; nil where that is a verdict on the image, or nothing was wrong.
  init?(_ failure: CutFailure) {
    switch failure.cause {
    case .source, .limit, .changed, .interrupted: return nil
    case .deadline: self = .deadline
    case .environment(let error, .source): self = Fault(reading: error)
    case .environment(let error, .store): self = Fault(storing: error)
    case .environment(let error, .decoder):
      self = Fault(ofTheProcess: error) ?? .decoderUnusable
    case .died(SIGKILL): self = .decoderKilled
    case .died: self = .decoderCrashed
    }
  }

  private init?(ofTheProcess error: Errno) {
    switch error {
    case .tooManyOpenFiles, .tooManyOpenFilesInAll: self = .outOfDescriptors
    case .noMemory: self = .outOfMemory
    default: return nil
    }
  }
}
