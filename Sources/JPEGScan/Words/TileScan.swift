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
    bytes.removeAll(keepingCapacity: true)
    bytes += head
    unsafe plain.withUnsafeBytes { plain in
      unsafe Self.stuff(UnsafeRawBufferPointer(rebasing: plain[..<length]), into: &bytes)
    }
    bytes += [0xFF, 0xD9]
  }

  /// Appends bytes with a zero behind each byte of ones.
  private static func stuff(_ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]) {
    var from = 0
    var place = 0
    while place < bytes.count {
      guard unsafe bytes[place] == 0xFF else {
        place += 1
        continue
      }
      unsafe output.append(contentsOf: bytes[from...place])
      output.append(0)
      place += 1
      from = place
    }
    unsafe output.append(contentsOf: bytes[from...])
  }
}
