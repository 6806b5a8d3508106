import CLinux
import Glibc

/// Names one registration of a descriptor.
///
/// Descriptor numbers are reused at once; a slot's generation grows with every registration, so
/// that an event that was already under way never reaches the next owner of its slot.
package struct Registration: Hashable, Sendable {
  package let slot: UInt32
  package let generation: UInt32

  package init(slot: UInt32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }

  var packed: UInt64 { UInt64(generation) << 32 | UInt64(slot) }

  init(packed: UInt64) {
    slot = UInt32(truncatingIfNeeded: packed)
    generation = UInt32(truncatingIfNeeded: packed >> 32)
  }
}
