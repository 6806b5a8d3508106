/// Why an image could not be read or written: the file, who said so, and what was said.
package struct CodecError: Error, Equatable, Sendable {
  /// The file's name as it was given; empty for pictures in memory.
  package let file: String
  /// The decoder or encoder that complained, such as `jpeg` or `pngload`.
  package let coder: String
  package let reason: String
  /// The number of the system call that failed, where the file itself is not at fault; a decoder's
  /// words may tell of it too.
  package let systemError: Int32?

  /// - Parameters:
  ///   - file: its name; empty for pictures in memory.
  ///   - coder: who complains.
  ///   - reason: what it said, as it said it.
  ///   - systemError: the number of the system call that failed, if one did.
  package init(file: String, coder: String, reason: String, systemError: Int32? = nil) {
    self.file = file
    self.coder = coder
    self.systemError = systemError ?? DecoderWords.systemError(in: reason)
    self.reason = DecoderWords.cleaned(reason, file: file, isLoading: coder.hasSuffix("load"))
  }
}

extension CodecError: CustomStringConvertible {
  package var description: String {
    file.isEmpty ? "\(coder): \(reason)" : "\(file): \(coder): \(reason)"
  }
}
