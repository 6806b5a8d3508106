/// A scan that is read for its blocks' DC from its beginning to its end.
protocol MeanSource {
  /// Where the reader is.
  var mark: ScanIndex.Mark { get }
  /// Where bytes of the scan lie in its file; nil where nobody will look for them.
  var places: ScanPlaces? { get }

  /// Reads on.
  ///
  /// - Parameters:
  ///   - count: MCUs that are there still.
  ///   - target: gets the DC of each block.
  /// - Throws: ``ScanIrregular``, or why the file can't be read.
  mutating func read(_ count: Int, into target: UnsafeMutablePointer<Int16>) throws

  /// All that is left behind the last MCU is what fills up its byte.
  ///
  /// - Throws: ``ScanIrregular``, or why the file can't be read.
  mutating func finish() throws
}
