/// How what lies elsewhere is asked for, and what is kept of it here.
package struct FarRules: Equatable, Sendable {
  /// What copies may take on the disk, in bytes.
  package var copyBytes: Int64 = 4096 << 20
  /// How long what is known of sources is believed, in seconds.
  package var check = 60
  /// The same while their engine is silent.
  package var stale = 86_400
  /// How long a host that cuts is believed to be at it, in seconds, where several share a store.
  package var lease = 60
  /// Requests to one engine at a time.
  package var fetches = 64
  /// Read on both sides of what is wanted, in bytes.
  package var around: Int64 = 32 << 10
  /// Whole objects that are larger are refused, in bytes.
  package var sourceBytes: Int64 = .max

  package init() {}
}
