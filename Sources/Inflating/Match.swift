/// Writes what stood some bytes before once more; up to 15 bytes behind it are written too.
@inline(__always)
func repeatBytes(
  at target: UnsafeMutablePointer<UInt8>, distance: Int, count: Int
) {
  let end = unsafe target + count
  var target = UnsafeMutableRawPointer(target)
  var source = unsafe UnsafeRawPointer(target - distance)
  if distance >= 16 {
    repeat {
      unsafe target.storeBytes(
        of: source.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
      unsafe target += 16
      unsafe source += 16
    } while unsafe target < end
  } else if distance >= 8 {
    repeat {
      unsafe target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
      unsafe target += 8
      unsafe source += 8
    } while unsafe target < end
  } else {
    // As many whole copies of what is repeated as eight bytes hold.
    let word = unsafe source.loadUnaligned(as: UInt64.self).littleEndian
    let bits = UInt64(truncatingIfNeeded: distance &<< 3)
    var pattern = word & (1 &<< bits &- 1)
    pattern |= pattern << bits
    pattern |= pattern << (2 * bits)
    pattern |= pattern << (4 * bits)
    let step = 8 &- 8 % distance
    repeat {
      unsafe target.storeBytes(of: pattern.littleEndian, as: UInt64.self)
      unsafe target += step
    } while unsafe target < end
  }
}
