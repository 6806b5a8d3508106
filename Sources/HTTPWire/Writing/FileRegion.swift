/// Bytes of an open file: sent without passing through the sender's memory where that is faster.
package struct FileRegion: Sendable {
  /// Keeps the descriptor open.
  package let owner: any AnyObject & Sendable
  package let descriptor: Int32
  package var offset: Int64
  package var length: Int64

  package init(owner: any AnyObject & Sendable, descriptor: Int32, offset: Int64, length: Int64) {
    self.owner = owner
    self.descriptor = descriptor
    self.offset = offset
    self.length = length
  }
}
