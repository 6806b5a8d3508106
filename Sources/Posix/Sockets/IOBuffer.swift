/// Memory that system calls read into and write from, made once and used again and again.
@safe package struct IOBuffer: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer

  package init(capacity: Int) {
    unsafe memory = .allocate(byteCount: capacity, alignment: 64)
    // Tools that look for reads of unwritten memory then have a point.
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit { unsafe memory.deallocate() }

  package var capacity: Int { unsafe memory.count }

  /// The place of a byte; the caller stays inside the buffer.
  func address(of offset: Int) -> UnsafeMutableRawPointer? {
    unsafe memory.baseAddress?.advanced(by: offset)
  }

  /// Shows the first bytes.
  package func withBytes<Result>(
    _ count: Int, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: memory.prefix(count))
    return unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe body(Span(_unsafeElements: $0)) }
  }

  /// Copies bytes in.
  ///
  /// - Precondition: there is room for them at `offset`.
  package func write(_ bytes: Span<UInt8>, at offset: Int) {
    precondition(offset >= 0 && offset + bytes.count <= capacity)
    unsafe bytes.withUnsafeBytes { source in
      unsafe UnsafeMutableRawBufferPointer(rebasing: memory[offset...]).copyMemory(from: source)
    }
  }
}
