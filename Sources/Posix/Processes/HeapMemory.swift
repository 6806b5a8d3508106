import CLinux

/// What the heap keeps of the memory that is let go.
package enum HeapMemory {
  /// Blocks from this size on go back to the system at once.
  private static let large: CInt = 1 << 20
  /// What is kept of the others, so that not each of them is asked for anew.
  private static let kept: CInt = 4 << 20

  /// Has large blocks given back to the system as soon as they are free.
  ///
  /// Otherwise the heap takes the largest it has seen for usual, and keeps what pictures of that size
  /// took for ever.
  package static func giveBackLargeBlocks() { pyramidion_set_heap(large, kept) }
}
