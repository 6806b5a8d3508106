/// How many bytes a cache may hold.
package struct ByteBudget: Hashable, Sendable {
  package let bytes: Int

  /// A negative budget is none.
  package init(bytes: Int) { self.bytes = max(0, bytes) }
}
