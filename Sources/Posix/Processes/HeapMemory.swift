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
  /// What comes from such pages: a photograph of some megapixels takes a quarter, a page that is drawn most
  /// of it.
  private static let hugeRoom = 8 * hugePage
  /// What the heap has room for in one block at most.
  private static let largest: CInt = 32 << 20
  /// What the heap notes before a block, at most.
  private static let note = 64

  /// Has what this thread asks the heap for next lie in huge pages, where the system gives any, and stay
  /// with the heap when it is let go of: for a thread that has asked for little yet, of a process that
  /// nobody keeps for long.
  ///
  /// Two megabytes come at once then, in an eighth of the time that they take page by page; and who draws
  /// one page after another wants ten of them each time.
  package static func lieInHugePages() {
    pyramidion_set_heap(largest, CInt.max)
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
