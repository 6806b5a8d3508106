/// Bytes that never change, held until the last answer that sends them is out.
///
/// `@unchecked`: the memory is written only while it is being made.
@safe package final class SharedBytes: @unchecked Sendable {
  private let memory: UnsafeMutableRawBufferPointer
  private let release: (@Sendable (UnsafeMutableRawBufferPointer) -> Void)?

  package var count: Int { unsafe memory.count }

  package init(copying bytes: Span<UInt8>) {
    unsafe memory = .allocate(byteCount: bytes.count, alignment: 1)
    unsafe release = nil
    unsafe bytes.withUnsafeBytes { unsafe memory.copyMemory(from: $0) }
  }

  /// - Parameters:
  ///   - bytes: what is copied.
  ///   - whenFreed: called once, on whatever thread lets go last.
  package convenience init(
    copying bytes: Span<UInt8>, whenFreed: @escaping @Sendable () -> Void
  ) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    unsafe bytes.withUnsafeBytes { unsafe memory.copyMemory(from: $0) }
    unsafe self.init(owning: memory) { memory in
      unsafe memory.deallocate()
      whenFreed()
    }
  }

  package convenience init(_ bytes: [UInt8]) { self.init(copying: bytes.span) }

  package convenience init(_ text: String) { self.init(Array(text.utf8)) }

  /// Takes over memory that somebody else allocated, such as an encoder written in C.
  ///
  /// - Parameters:
  ///   - memory: nobody writes to it any more.
  ///   - release: called once, on whatever thread lets go last.
  package init(
    owning memory: UnsafeMutableRawBufferPointer,
    release: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
  ) {
    unsafe self.memory = unsafe memory
    unsafe self.release = unsafe release
  }

  deinit {
    if let release = unsafe release {
      unsafe release(memory)
    } else {
      unsafe memory.deallocate()
    }
  }

  /// Where the bytes lie, for system calls; valid as long as this object lives.
  package var start: UnsafeRawPointer? { unsafe UnsafeRawPointer(memory.baseAddress) }
}
