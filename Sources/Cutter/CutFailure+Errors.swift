import CodecErrors
package import DecoderChildren
import Glibc
import Posix
import PyramidFile
import PyramidFormat

extension CutFailure {
  /// What an error means that ended a cut.
  ///
  /// - Parameter error: what was thrown while a source was read or its pyramid written.
  package init(_ error: any Error) {
    switch error {
    case let failure as CutFailure: self = failure
    case PyramidWriteError.file(let error): self.init(storing: error.errno)
    case PyramidWriteError.pastFourGigabytes, PyramidLayoutError.tooManyTiles:
      self.init(.limit, "\(error)")
    case let error as CodecError:
      if let number = error.systemError, number == ELIBACC {
        // The library that it takes was not to be had.
        self.init(.environment(Errno(rawValue: number), at: .decoder), "\(error)")
      } else if let number = error.systemError {
        self.init(reading: Errno(rawValue: number), "\(error)")
      } else {
        self.init(.source, "\(error)")
      }
    case let error as FileError: self.init(reading: error.errno, "\(error)")
    case let error as TIFFError:
      if let failure = error.fileError {
        self.init(reading: failure.errno, "\(failure)")
      } else {
        self.init(.source, "\(error)")
      }
    case let error as Errno where error == .wouldBlock:
      self.init(.environment(error, at: .decoder), "the decoder can't start a thread: \(error)")
    case let error as Errno: self.init(reading: error, "reading failed: \(error)")
    default: self.init(.source, "\(error)")
    }
  }
}
