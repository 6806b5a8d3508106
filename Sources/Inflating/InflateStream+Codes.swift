extension InflateStream {
  /// Unpacks words until their block ends, or there is no room, or more of them are to be read.
  ///
  /// - Returns: whether the block has ended.
  /// - Throws: ``PackedIrregular`` where what stands there is no word, or no match.
  func unpackCodes() throws(PackedIrregular) -> Bool {
    let (literals, distances) = unsafe (tables.literals.lookUp, tables.distances.lookUp)
    let mostDistance = mostDistance
    let base = unsafe unpacked.base
    var out = unsafe base + unpacked.count
    let outEnd = unsafe out + unpacked.room
    var bits = unsafe packed.bits
    let inEnd = unsafe packed.lastFastByte
    defer {
      unsafe packed.bits = unsafe bits
      unpacked.count = unsafe out - base
    }
    while unsafe out < outEnd && bits.next < inEnd {
      unsafe bits.refill()
      var entry = unsafe literals.first(bits.bits)
      // Three entries of 12 bits leave enough of 56 for the longest length with its bits.
      if entry & CodeTable.literal != 0 {
        unsafe put(entry, at: &out, &bits)
        entry = unsafe literals.first(bits.bits)
        if entry & CodeTable.literal != 0 {
          unsafe put(entry, at: &out, &bits)
          entry = unsafe literals.first(bits.bits)
          if entry & CodeTable.literal != 0 {
            unsafe put(entry, at: &out, &bits)
            entry = unsafe literals.first(bits.bits)
          }
        }
      }
      if entry & CodeTable.literal != 0 {
        unsafe put(entry, at: &out, &bits)
        continue
      }
      if entry & CodeTable.special != 0 {
        entry = unsafe literals.further(entry, &bits)
        if entry & CodeTable.literal != 0 {
          unsafe put(entry, at: &out, &bits)
          continue
        }
        if entry & CodeTable.special != 0 {
          guard entry & CodeTable.noWord != CodeTable.noWord else {
            throw PackedIrregular("no word of the literals")
          }
          unsafe bits.skip(entry)
          return true
        }
      }
      let length = unsafe bits.number(entry)
      unsafe bits.refill()
      entry = unsafe distances.first(bits.bits)
      if entry & CodeTable.special != 0 {
        entry = unsafe distances.further(entry, &bits)
        guard entry & CodeTable.special == 0 else {
          throw PackedIrregular("no word of the distances")
        }
      }
      let distance = unsafe bits.number(entry)
      guard unsafe distance <= out - base, distance <= mostDistance else {
        throw PackedIrregular("a match of what is not there")
      }
      unsafe repeatBytes(at: out, distance: distance, count: length)
      unsafe out += length
    }
    return false
  }

  /// Writes the literal of an entry.
  @inline(__always)
  private func put(
    _ entry: UInt32, at out: inout UnsafeMutablePointer<UInt8>, _ bits: inout PackedBits
  ) {
    unsafe bits.skip(entry)
    unsafe out.pointee = UInt8(truncatingIfNeeded: entry &>> 16)
    unsafe out += 1
  }
}
