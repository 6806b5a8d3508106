/// What one read or write came to.
package enum TransferResult: Sendable, Equatable {
  case bytes(Int)
  /// Nothing can be had or given for now.
  case wouldBlock
  /// The other side sends no more.
  case ended
  case failed(Errno)
}
