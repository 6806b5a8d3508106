import Synchronization

@testable import PyramidFormat

/// Counts what is read of a file.
final class CountingSource: ByteSource {
  let bytes: MemorySource
  private let total = Atomic<Int>(0)
  var bytesRead: Int { total.load(ordering: .relaxed) }
  init(_ bytes: [UInt8]) { self.bytes = MemorySource(bytes) }
  var byteCount: Int64 { bytes.byteCount }
  var name: String { bytes.name }

  func read(at offset: Int64, into buffer: inout MutableRawSpan) throws(ByteSourceError) -> Int {
    let got = try bytes.read(at: offset, into: &buffer)
    total.add(got, ordering: .relaxed)
    return got
  }
}
