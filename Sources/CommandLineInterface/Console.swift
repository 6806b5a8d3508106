import Foundation

/// Where a command writes: results to the output, everything else to the error stream.
package struct Console: Sendable {
  package let output: @Sendable (String) -> Void
  package let error: @Sendable (String) -> Void

  package init(
    output: @escaping @Sendable (String) -> Void, error: @escaping @Sendable (String) -> Void
  ) {
    self.output = output
    self.error = error
  }

  /// The process's own streams.
  ///
  /// A reader that has gone away is not this program's error.
  package static let standard = Console(
    output: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
    error: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) })
}
