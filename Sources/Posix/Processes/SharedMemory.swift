import CLinux
import Glibc

/// Memory that this process shares with another one: a file without a name, which both have mapped.
///
/// Its size is sealed, so that touching it never ends this process, whatever the other one does; and
/// whatever is read here may be another value the next time: it is copied first, and looked at then.
@safe
package final class SharedMemory: @unchecked Sendable {
  // `@unchecked`: the words are atomic; who may touch which bytes is for their owners to agree on.
  package let descriptor: FileDescriptor
  package let byteCount: Int
  private let start: UnsafeMutableRawPointer

  /// Makes memory, all zeros; it takes room as it is written to.
  ///
  /// - Parameters:
  ///   - name: as `/proc` shows it.
  ///   - byteCount: how much.
  /// - Throws: what the system said.
  package convenience init(name: String, byteCount: Int) throws(Errno) {
    try self.init(
      mapping: try FileDescriptor.inMemory(name: name, byteCount: byteCount), byteCount: byteCount)
  }

  /// Maps memory that another process made.
  ///
  /// - Parameters:
  ///   - descriptor: the memory.
  ///   - byteCount: how much of it; all, as a rule.
  /// - Throws: what the system said, or that it is not so long.
  package init(mapping descriptor: consuming FileDescriptor, byteCount: Int) throws(Errno) {
    guard try descriptor.status().size >= Int64(byteCount) else { throw .invalidArgument }
    let start = unsafe mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .current }
    self.descriptor = descriptor
    self.byteCount = byteCount
    unsafe self.start = unsafe start
  }

  deinit { _ = unsafe munmap(start, byteCount) }
}

extension SharedMemory {
  // MARK: Words

  private func word(_ place: Int) -> UnsafeMutablePointer<UInt32> {
    precondition(place >= 0 && place + 4 <= byteCount && place % 4 == 0, "no such word")
    return unsafe (start + place).assumingMemoryBound(to: UInt32.self)
  }

  /// Reads a word, and sees what was written before it.
  ///
  /// - Parameter place: in bytes from the beginning; words lie on fours.
  /// - Returns: what it is now.
  package func load(_ place: Int) -> UInt32 { unsafe pyramidion_load(word(place)) }

  /// Writes a word, behind all that was written before it.
  ///
  /// - Parameters:
  ///   - value: what it becomes.
  ///   - place: in bytes from the beginning.
  package func store(_ value: UInt32, at place: Int) { unsafe pyramidion_store(word(place), value) }

  /// Wakes one who waits for a word.
  package func wake(_ place: Int) { _ = unsafe pyramidion_wake(word(place)) }

  /// Sleeps while a word is what it was.
  ///
  /// - Parameters:
  ///   - place: in bytes from the beginning.
  ///   - value: what it was.
  ///   - moment: when sleeping ends in any case; nil for no end.
  /// - Returns: what it is then, which may be the same.
  package func wait(_ place: Int, while value: UInt32, until moment: Instant?) -> UInt32 {
    let word = unsafe word(place)
    while true {
      let now = unsafe pyramidion_load(word)
      guard now == value else { return now }
      var result: CInt
      if let moment {
        let left = moment - .now
        guard left > .zero else { return now }
        var span = timespec(
          tv_sec: Int(left.nanoseconds / 1_000_000_000),
          tv_nsec: Int(left.nanoseconds % 1_000_000_000))
        result = unsafe pyramidion_wait_while(word, value, &span)
      } else {
        result = unsafe pyramidion_wait_while(word, value, nil)
      }
      // Where waiting is no call that this process may make, it must not spin.
      if result == -1 {
        let error = Errno.current
        guard error == .interrupted || error == .wouldBlock || error == .timedOut else {
          return unsafe pyramidion_load(word)
        }
      }
    }
  }

  // MARK: Bytes

  /// Copies bytes here.
  ///
  /// - Parameters:
  ///   - bytes: what is copied.
  ///   - place: where its first byte goes.
  package func copy(_ bytes: RawSpan, to place: Int) {
    precondition(place >= 0 && bytes.byteCount <= byteCount - place, "no room for the bytes")
    unsafe bytes.withUnsafeBytes { bytes in
      guard let from = bytes.baseAddress else { return }
      unsafe (start + place).copyMemory(from: from, byteCount: bytes.count)
    }
  }

  /// Copies bytes from here.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - place: where the first of them lies.
  /// - Returns: bytes of this process's own.
  package func bytes(_ count: Int, at place: Int) -> [UInt8] {
    precondition(place >= 0 && count >= 0 && count <= byteCount - place, "no such bytes")
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { room, made in
      if let room = room.baseAddress {
        unsafe UnsafeMutableRawPointer(room).copyMemory(from: start + place, byteCount: count)
      }
      made = count
    }
  }

  /// Lends a part of it to read, and another to write to.
  ///
  /// - Parameters:
  ///   - input: what is read, in bytes from the beginning.
  ///   - output: what is written to, apart from it.
  ///   - body: what is done with them.
  /// - Returns: what the body answers.
  package func withParts<Result>(
    _ input: Range<Int>, _ output: Range<Int>,
    _ body: (RawSpan, inout MutableRawSpan) -> Result
  ) -> Result {
    precondition(input.lowerBound >= 0 && input.upperBound <= byteCount, "no such bytes")
    precondition(output.lowerBound >= 0 && output.upperBound <= byteCount, "no such bytes")
    precondition(!input.overlaps(output), "the parts are not apart")
    let reading = unsafe UnsafeRawBufferPointer(
      start: start + input.lowerBound, count: input.count)
    let writing = unsafe UnsafeMutableRawBufferPointer(
      start: start + output.lowerBound, count: output.count)
    var room = unsafe MutableRawSpan(_unsafeBytes: writing)
    return body(unsafe RawSpan(_unsafeBytes: reading), &room)
  }

  /// Gives room back that is not needed for now; the bytes are zeros from then on.
  ///
  /// - Parameter place: in bytes from the beginning; from the next whole page on.
  package func release(from place: Int) {
    let page = Int(sysconf(CInt(_SC_PAGESIZE)))
    let first = (place + page - 1) / page * page
    guard first < byteCount else { return }
    // The system may keep it: that costs room and nothing else.
    _ = unsafe madvise(start + first, byteCount - first, MADV_REMOVE)
  }
}
