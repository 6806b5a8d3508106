/// A tile's stream while it is put together: its head, its scan with stuffing, and its end.
///
/// One is used for many tiles, and keeps its room.
struct TileScan {
  /// The scan before stuffing.
  private var plain: [UInt8] = []
  private(set) var bytes: [UInt8] = []

  /// Puts a stream together.
  ///
  /// - Parameters:
  ///   - head: all that stands before the scan.
  ///   - bitBound: how many bits the scan comes to at most.
  ///   - write: writes the scan.
  mutating func make(head: [UInt8], bitBound: Int, write: (inout BitWriter) -> Void) {
    let room = bitBound / 8 + 32
    if plain.count < room { plain = Array(repeating: 0, count: room) }
    let length = unsafe plain.withUnsafeMutableBufferPointer { plain -> Int in
      guard let base = plain.baseAddress else { return 0 }
      var writer = unsafe BitWriter(base)
      unsafe write(&writer)
      return unsafe writer.finish() - base
    }
    bytes = unsafe plain.withUnsafeBytes { plain in
      unsafe Self.stuffed(head, UnsafeRawBufferPointer(rebasing: plain[..<length]))
    }
  }

  /// A stream of a head, a scan that gets a zero behind each byte of ones, and the image's end.
  private static func stuffed(_ head: [UInt8], _ scan: UnsafeRawBufferPointer) -> [UInt8] {
    var ones = 0
    for place in scan.indices where unsafe scan[place] == 0xFF { ones &+= 1 }
    let count = head.count + scan.count + ones + 2
    // Words are stored whole, and up to seven bytes of one lie beyond what it tells.
    return unsafe [UInt8](unsafeUninitializedCapacity: count + 8) { output, filled in
      guard let base = output.baseAddress, let source = scan.baseAddress else { return }
      _ = unsafe output.initialize(fromContentsOf: head)
      var next = unsafe UnsafeMutableRawPointer(base + head.count)
      var place = 0
      while place < scan.count {
        var taken = 1
        if place + 8 <= scan.count {
          let word = unsafe source.loadUnaligned(fromByteOffset: place, as: UInt64.self)
          unsafe next.storeBytes(of: word, as: UInt64.self)
          taken = word.littleEndian.bytesUpToOnes
        } else {
          unsafe next.storeBytes(of: scan[place], as: UInt8.self)
        }
        place += taken
        unsafe next += taken
        if unsafe scan[place - 1] == 0xFF {
          unsafe next.storeBytes(of: 0, as: UInt8.self)
          unsafe next += 1
        }
      }
      unsafe next.storeBytes(of: 0xFF, as: UInt8.self)
      unsafe next.storeBytes(of: 0xD9, toByteOffset: 1, as: UInt8.self)
      filled = count
    }
  }
}

extension UInt64 {
  /// How many bytes there are up to the first one of ones, that one among them, counted from the lower
  /// end; 8 where there is none.
  @inline(__always)
  fileprivate var bytesUpToOnes: Int {
    // A bit for every byte of ones; above the first it may be wrong.
    let ones = (~self &- 0x0101_0101_0101_0101) & self & 0x8080_8080_8080_8080
    return ones == 0 ? 8 : ones.trailingZeroBitCount / 8 + 1
  }
}
