import Synchronization

/// Codes learnt from every so many rows of tiles, for these and those that follow.
///
/// The rows that follow are begun later, so which codes a tile gets does not hang on which thread is
/// the faster one.
final class RowCodes<Codes: Sendable>: Sendable {
  /// By block of rows.
  private let codes = Mutex<[Int: Codes]>([:])

  static var rows: Int { 4 }

  /// Learns codes where a row is the first of its block.
  ///
  /// - Parameters:
  ///   - row: that is closed, in stored order.
  ///   - learn: makes them; nil where there are none to choose.
  /// - Throws: what the closure says.
  func close(row: Int, learn: () throws -> Codes?) rethrows {
    guard row % Self.rows == 0, let learnt = try learn() else { return }
    codes.withLock { $0[row / Self.rows] = learnt }
  }

  /// - Parameter row: in stored order.
  /// - Returns: nil where nothing was learnt.
  func codes(of row: Int) -> Codes? { codes.withLock { $0[row / Self.rows] } }
}
