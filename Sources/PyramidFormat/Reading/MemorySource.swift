/// Bytes in memory, read as a file is.
package struct MemorySource: ByteSource {
  package let bytes: [UInt8]
  package let name: String

  package init(_ bytes: [UInt8], name: String = "memory") {
    self.bytes = bytes
    self.name = name
  }

  package var byteCount: Int64 { Int64(bytes.count) }

  package func read(
    at offset: Int64, into buffer: inout MutableRawSpan
  ) throws(ByteSourceError) -> Int {
    guard offset >= 0, offset < byteCount else { return 0 }
    let part = bytes[Int(offset)..<min(bytes.count, Int(offset) + buffer.byteCount)]
    unsafe buffer.withUnsafeMutableBytes { unsafe $0.copyBytes(from: part) }
    return part.count
  }
}
