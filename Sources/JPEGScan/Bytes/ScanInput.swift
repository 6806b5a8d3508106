/// Where a scan's bytes come from, as they lie in the file.
package protocol ScanInput {
  /// Reads on.
  ///
  /// - Parameter buffer: to be filled from its beginning.
  /// - Returns: how many bytes were read; 0 at the file's end.
  /// - Throws: what keeps the file from being read.
  mutating func read(into buffer: inout MutableRawSpan) throws -> Int
}
