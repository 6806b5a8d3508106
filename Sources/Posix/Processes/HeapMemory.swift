import CLinux
import Glibc

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

  /// A page as large as processors know them below those of a gigabyte, in bytes.
  private static let hugePage = 2 << 20
  /// What comes from such pages: a photograph of some megapixels takes less.
  private static let hugeRoom = 2 * hugePage
  /// What the heap has room for in one block at most.
  private static let largest: CInt = 32 << 20
  /// What the heap notes before a block, at most.
  private static let note = 64

  /// Has what this thread asks the heap for next lie in huge pages, where the system gives any: for a
  /// thread that has asked for little yet, of a process that nobody keeps for long.
  ///
  /// Two megabytes come at once then, in an eighth of the time that they take page by page.
  ///
  /// - Parameter keepsLarge: whether large blocks stay with the heap too, for what wants them again and
  ///   again.
  package static func lieInHugePages(keepsLarge: Bool) {
    // What lies by itself, or goes back to the system, would be lost to the heap.
    pyramidion_set_heap(largest, CInt.max)
    defer { if !keepsLarge { pyramidion_set_heap(large, CInt.max) } }
    guard let block = unsafe malloc(hugeRoom + 2 * hugePage) else { return }
    let place = Int(bitPattern: block)
    // The heap has written its first words into the first huge page, which can be none any more.
    let ahead = (place + hugePage) / hugePage * hugePage - place
    _ = unsafe madvise(block + ahead, hugeRoom, MADV_HUGEPAGE)
    unsafe free(block)
    // What lies before is never used: it takes addresses and no memory.
    if ahead > 2 * note { _ = unsafe pyramidion_heap_block(ahead - note) }
  }
}
